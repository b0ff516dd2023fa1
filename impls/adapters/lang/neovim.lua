-- Neovim's functions on text, one per argument, as a child of `placemat audit`:
--   sh -c 'exec nvim --headless --clean -n --cmd "let g:api=\"$1\"" -S "$0" 3<&0 </dev/null' \
--     impls/adapters/lang/neovim.lua str2list
-- Shows what they do; must not know what is right. The editor takes standard input for
-- itself, so the questions come in by another descriptor. A string of Vim holds no NUL.
local function values(list)
  local line = {'ok'}
  for _, value in ipairs(list) do line[#line + 1] = string.format('%X', value) end
  return table.concat(line, ' ')
end
local apis = {
  str2list = function(units) return values(vim.fn.str2list(units)) end,
  -- The characters of a text, each by its number. A piece of split() is a base with its marks, of
  -- which char2nr() gives the base alone.
  split_char2nr = function(units)
    local list = {}
    for _, piece in ipairs(vim.fn.split(units, '\\zs')) do
      for i = 0, vim.fn.strchars(piece) - 1 do
        list[#list + 1] = vim.fn.char2nr(vim.fn.strcharpart(piece, i, 1))
      end
    end
    return values(list)
  end,
}
local decode = apis[vim.g.api]
if not decode then
  io.stderr:write('neovim.lua: which decoder? One of: split_char2nr str2list\n')
  vim.cmd('cquit 2')
end
local version = vim.version()
for line in io.open('/dev/fd/3', 'rb'):lines() do
  local number, mode, hex = line:match('^(%w+) ?(%w*) ?(.*)$')
  local answer = 'unsupported'
  if number == 'placemat' then
    io.stdout:write(('hello {"name":"neovim_%s","version":"%d.%d.%d","bom":"keep","modes":["lossy"]}\n'):format(
      vim.g.api, version.major, version.minor, version.patch))
  else
    if mode == 'lossy' and not hex:gsub('%x%x', '%0 '):find('00 ', 1, true) then
      local units = hex:gsub('%x%x', function(pair) return string.char(tonumber(pair, 16)) end)
      local ok, said = pcall(decode, units)
      answer = ok and said or 'error - - ' .. tostring(said):gsub('\n.*', '')
    end
    io.stdout:write(number, ' ', answer, '\n')
  end
  io.stdout:flush()
end
vim.cmd('qall!')
