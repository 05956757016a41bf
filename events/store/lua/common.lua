-- What scripts that check before they write have in common; it stands before each of them.

local function holds(key, kind)
  local found = redis.call('TYPE', key).ok
  return found == kind or found == 'none'
end

-- Whether a line is that of the event with a hash: packed lines end with its bytes. Those from
-- before are JSON: there with its name, as a client may have chosen the words elsewhere.
local function bears(line, hash)
  if string.sub(line, 1, 1) == '{' then
    return string.find(line, '"hash":"' .. hash .. '"', 1, true) ~= nil
  end
  local bytes = string.gsub(hash, '%x%x', function(digits)
    return string.char(tonumber(digits, 16))
  end)
  return string.sub(line, -#bytes) == bytes
end

