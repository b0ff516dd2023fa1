# Elixir's decoders, one per argument, as a child of `placemat audit`:
#   elixir impls/adapters/lang/elixir.exs valid
# Shows what they do; must not know what is right.
defmodule Adapter do
  def mode("valid"), do: "verdict"
  def mode("codepoints"), do: "lossy"
  def mode("graphemes"), do: "lossy"
  def mode(_), do: "strict"

  def decode("valid", units), do: if(String.valid?(units), do: {:ok, []}, else: :error)
  # What is ill-formed comes out as pieces that are no text: each is shown as U+FFFD.
  def decode("codepoints", units), do: {:ok, Enum.map(String.codepoints(units), &piece/1)}
  def decode("graphemes", units) do
    {:ok, Enum.flat_map(String.graphemes(units), fn one -> Enum.map(String.codepoints(one), &piece/1) end)}
  end
  def decode("to_charlist", units) do
    {:ok, String.to_charlist(units)}
  rescue
    UnicodeConversionError -> :error
  end
  def decode("next_codepoint", units), do: next(units, 0, [])

  defp next(units, at, seen) do
    case String.next_codepoint(units) do
      nil -> {:ok, Enum.reverse(seen)}
      {<<value::utf8>> = one, rest} -> next(rest, at + byte_size(one), [value | seen])
      _ -> {:error, at}
    end
  end
  defp piece(<<value::utf8>>), do: value
  defp piece(_), do: 0xFFFD

  def refuse(apis) do
    IO.puts(:stderr, "elixir.exs: which decoder? One of: #{Enum.join(apis, " ")}")
    System.halt(2)
  end

  def loop(api) do
    case IO.binread(:stdio, :line) do
      line when is_binary(line) ->
        IO.binwrite(answer(api, String.split(String.trim_trailing(line, "\n"), " ")) <> "\n")
        loop(api)
      _ -> :ok
    end
  end

  defp answer(api, ["placemat" | _]) do
    policy = if mode(api) == "lossy", do: "per-byte", else: "reject"
    ~s(hello {"name":"elixir_#{api}","version":"#{System.version()}","dialect":"utf-8","policy":"#{policy}","bom":"keep","modes":["#{mode(api)}"]})
  end
  defp answer(api, [number, asked | rest]) do
    seen = if asked == mode(api), do: decode(api, Base.decode16!(Enum.at(rest, 0, ""), case: :mixed)), else: :unsupported
    case seen do
      {:ok, values} -> Enum.join([number, "ok" | Enum.map(values, &Integer.to_string(&1, 16))], " ")
      {:error, at} -> "#{number} error #{at} -"
      :error -> "#{number} error - -"
      :unsupported -> "#{number} unsupported"
    end
  end
end

apis = ~w(valid codepoints graphemes to_charlist next_codepoint)

case System.argv() do
  [api] ->
    if api in apis, do: Adapter.loop(api), else: Adapter.refuse(apis)
  _ ->
    Adapter.refuse(apis)
end
