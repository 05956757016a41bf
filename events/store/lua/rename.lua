-- Change a player's name, unless it was erased: a deletion is for good.
--
-- KEYS: account. ARGV: name. Returns 1, or 0 where there is no such account any more.

local name = redis.call('HGET', KEYS[1], 'name')
if not name or name == '' then
  return 0
end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
