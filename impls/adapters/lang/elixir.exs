# Elixir's decoders, one per argument, as a child of `placemat audit`:
#   elixir impls/adapters/lang/elixir.exs valid
# Shows what they do; must not know what is right.
defmodule Adapter do
  def mode("valid"), do: "verdict"
  def mode("codepoints"), do: "lossy"
  def mode("graphemes"), do: "lossy"
  def mode("next_codepoint"), do: "lossy"
  def mode(_), do: "strict"

  def decode("valid", units), do: if(String.valid?(units), do: {:ok, []}, else: :error)
  # What is ill-formed comes out as binaries that are no text.
  def decode("codepoints", units), do: {:ok, Enum.map(String.codepoints(units), &piece/1)}
  def decode("graphemes", units) do
    {:ok, Enum.flat_map(String.graphemes(units), fn one -> Enum.map(String.codepoints(one), &piece/1) end)}
  end
  def decode("to_charlist", units) do
    {:ok, Enum.map(String.to_charlist(units), &Integer.to_string(&1, 16))}
  rescue
    UnicodeConversionError -> {:error, "UnicodeConversionError"}
  end
  def decode("next_codepoint", units), do: next(units, [])

  defp next(units, seen) do
    case String.next_codepoint(units) do
      nil -> {:ok, Enum.reverse(seen)}
      {one, rest} -> next(rest, [piece(one) | seen])
    end
  end
  defp piece(<<value::utf8>>), do: Integer.to_string(value, 16)
  defp piece(raw), do: "raw:" <> Base.encode16(raw)

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
    claim = if mode(api) == "lossy", do: "", else: ~s("dialect":"utf-8","policy":"reject",)
    ~s(hello {"name":"elixir_#{api}","version":"#{System.version()}",#{claim}"bom":"keep","modes":["#{mode(api)}"]})
  end
  defp answer(api, [number, asked | rest]) do
    seen = if asked == mode(api), do: decode(api, Base.decode16!(Enum.at(rest, 0, ""), case: :mixed)), else: :unsupported
    case seen do
      {:ok, values} -> Enum.join([number, "ok" | values], " ")
      {:error, what} -> "#{number} error - - #{what}"
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
