-- Let two players who challenge anyone on the same terms play with each other, if both challenges
-- stand as they are known; or change nothing.
--
-- KEYS: the challenge that is accepted (hash) and those that its challenger has open (sorted set), the
--       same of the challenge that goes, the list of all that the latter's player takes part in
--       (sorted set), then the lists in which others find both (sorted sets), and what is new of
--       challenges (stream). All in one slot.
-- ARGV: of the first and of the second, its entry in lists, the challenge as it will be, and as it
--       stands; the id of the first, what has become of it, and how many news are kept.
-- Returns {'done'} or {'changed'}.

local news, last = KEYS[#KEYS], #KEYS - 1
local sound = #KEYS >= 6 and #ARGV == 9 and holds(KEYS[1], 'hash') and holds(KEYS[3], 'hash')
  and holds(news, 'stream')
for i = 1, last do
  sound = sound and (i == 1 or i == 3 or holds(KEYS[i], 'zset'))
end
if not sound then
  return redis.error_reply('ERR nothing kept: an argument or the type of a key is wrong')
end

if redis.call('HGET', KEYS[1], 'text') ~= ARGV[3] or redis.call('HGET', KEYS[3], 'text') ~= ARGV[6] then
  return {'changed'}
end
redis.call('HSET', KEYS[1], 'text', ARGV[2])
redis.call('HSET', KEYS[3], 'text', ARGV[5])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[4])
redis.call('ZADD', KEYS[5], 0, ARGV[1])
for i = 6, last do
  redis.call('ZREM', KEYS[i], ARGV[1], ARGV[4])
end
redis.call('XADD', news, 'MAXLEN', '~', ARGV[9], '*', 'challenge', ARGV[7], 'status', ARGV[8])
return {'done'}
