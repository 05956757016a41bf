-- Put the entry of one game into a read model in place of the one that was there, with everything
-- that follows from it. Nothing happens when another entry is there than the one that was expected.
--
-- KEYS: positions (there as long as the model is), games, lists entered, lists left, lists by time
--       of the last change, tallies. All in one slot.
-- ARGV: game, tag of the entry that is expected ('' for none), new entry, time of creation (ms),
--       number of lists entered, number of lists left, number of lists by time of the last change,
--       that time (ms) for each of them, then for each tally its field and what to add to it.
-- Returns 'applied', 'other' when another entry was there, or 'gone' when the model was dropped.

local game, expected = ARGV[1], ARGV[2]
local entered, left = tonumber(ARGV[5]), tonumber(ARGV[6])
local first_list, first_moved = 3, 3 + entered + left
local first_tally = first_moved + tonumber(ARGV[7])

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 'gone'
end
local stored = redis.call('HGET', KEYS[2], game)
local found = stored and string.match(stored, '^(%S+)') or ''
if found ~= expected then
  return 'other'
end

redis.call('HSET', KEYS[2], game, ARGV[3])
for i = first_list, first_list + entered - 1 do
  redis.call('ZADD', KEYS[i], ARGV[4], game)
end
for i = first_list + entered, first_moved - 1 do
  redis.call('ZREM', KEYS[i], game)
end
for i = first_moved, first_tally - 1 do
  redis.call('ZADD', KEYS[i], ARGV[8 + i - first_moved], game)
end
for i = first_tally, #KEYS do
  local at = 8 + first_tally - first_moved + 2 * (i - first_tally)
  if redis.call('HINCRBY', KEYS[i], ARGV[at], ARGV[at + 1]) == 0 then
    redis.call('HDEL', KEYS[i], ARGV[at])
  end
end
return 'applied'
