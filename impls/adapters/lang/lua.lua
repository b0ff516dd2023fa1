-- Lua's utf8 library, one function per argument, as a child of `placemat audit`:
--   lua5.4 impls/adapters/lang/lua.lua codepoint
-- Shows what it does; must not know what is right.
local function values(list)
  local line = {"ok"}
  for _, value in ipairs(list) do
    line[#line + 1] = type(value) == "string" and value or string.format("%X", value)
  end
  return table.concat(line, " ")
end
local function len(lax)
  return function(units)
    local _, place = utf8.len(units, 1, -1, lax)
    if place then return ("error %d -"):format(place - 1) end
    return "ok"
  end
end
local function codepoint(lax)
  return function(units)
    local ok, list = pcall(function() return {utf8.codepoint(units, 1, -1, lax)} end)
    return ok and values(list) or "error - - " .. list
  end
end
local function codes(lax)
  return function(units)
    local list = {}
    local ok, why = pcall(function() for _, value in utf8.codes(units, lax) do list[#list + 1] = value end end)
    return ok and values(list) or "error - - " .. why
  end
end
local apis = {
  len = {"verdict", len(), "utf-8"},
  codepoint = {"strict", codepoint(), "utf-8"},
  codes = {"strict", codes(), "utf-8"},
  -- The manual: lax lifts the check of the value, so that it may be up to 7FFFFFFF.
  len_lax = {"verdict", len(true), "utf-8-2279"},
  codepoint_lax = {"strict", codepoint(true), "utf-8-2279"},
  codes_lax = {"strict", codes(true), "utf-8-2279"},
  -- The pattern takes pieces out; one that is not a character is shown as its units.
  charpattern = {"lossy", function(units)
    local list = {}
    for one in units:gmatch(utf8.charpattern) do
      if utf8.len(one) == 1 then
        list[#list + 1] = utf8.codepoint(one)
      else
        for unit in one:gmatch(".") do list[#list + 1] = ("raw:%02X"):format(unit:byte()) end
      end
    end
    return values(list)
  end},
}
if not apis[arg[1]] then
  local names = {}
  for name in pairs(apis) do names[#names + 1] = name end
  table.sort(names)
  io.stderr:write("lua.lua: which decoder? One of: ", table.concat(names, " "), "\n")
  os.exit(2)
end
local mode, decode, dialect = table.unpack(apis[arg[1]], 1, 3)
local claim = dialect and ('"dialect":"%s","policy":"reject",'):format(dialect) or ""
local function next_line()
  local line, problem = io.read("l")
  if problem then
    io.stderr:write("lua.lua: ", problem, "\n")
    os.exit(2)
  end
  return line
end
for line in next_line do
  local number, asked, hex = line:match("^(%w+) ?(%w*) ?(.*)$")
  if number == "placemat" then
    io.write(('hello {"name":"lua_%s","version":"%s",%s"bom":"keep","modes":["%s"]}\n'):format(
      arg[1], _VERSION:match("[%d.]+"), claim, mode))
  elseif asked ~= mode then
    io.write(number, " unsupported\n")
  else
    io.write(number, " ", decode((hex:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end))), "\n")
  end
  io.flush()
end
