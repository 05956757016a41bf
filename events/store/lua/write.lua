-- Carry out writes on parts of a read model, all or none: none when others have been since it was
-- looked at.
--
-- KEYS: positions (there as long as the model is), the count of such steps, the part of each write.
--       All in one slot.
-- ARGV: that count as it was, then for each write its command, how many words follow, and these.
-- Returns 'written', 'other' when the count is another one, or 'gone' when the model was dropped.

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 'gone'
end
if (redis.call('GET', KEYS[2]) or '0') ~= ARGV[1] then
  return 'other'
end
redis.call('INCR', KEYS[2])
local at = 2
for i = 3, #KEYS do
  local last = at + 1 + tonumber(ARGV[at + 1])
  redis.call(ARGV[at], KEYS[i], unpack(ARGV, at + 2, last))
  at = last + 1
end
return 'written'
