-- Keep a webhook leased for longer, if the lease is still the caller's.
--
-- KEYS: the webhook (hash), and the one in which it is due (sorted set).
-- ARGV: its id, the lease, until when it is leased (ms).
-- Returns 1, or 0 when the lease is not the caller's.

if not (#KEYS == 2 and #ARGV == 3 and tonumber(ARGV[3])) then
  return redis.error_reply('ERR nothing leased: an argument is wrong')
end
if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], 'leased', ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
return 1
