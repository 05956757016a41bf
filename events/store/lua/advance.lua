-- Note how far a read model has taken in the feeds; a position never goes back.
--
-- KEYS: positions (there as long as the model is).
-- ARGV: partition and feed id, by turns.
-- Returns 'gone' when the model was dropped, else the positions from before, '' for none.

local function is_later(one, other)
  local time, number = string.match(one, '^(%d+)-(%d+)$')
  local other_time, other_number = string.match(other, '^(%d+)-(%d+)$')
  time, other_time = tonumber(time), tonumber(other_time)
  if time ~= other_time then
    return time > other_time
  end
  return tonumber(number) > tonumber(other_number)
end

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 'gone'
end
local before = {}
for i = 1, #ARGV, 2 do
  local found = redis.call('HGET', KEYS[1], ARGV[i]) or ''
  if found == '' or is_later(ARGV[i + 1], found) then
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  end
  before[#before + 1] = found
end
return before
