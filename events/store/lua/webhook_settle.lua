-- Write down what has come of deliveries of a leased webhook, and give it back, or change nothing. All
-- checks come before the first write, because a script that fails half way is not rolled back.
--
-- KEYS: the webhook (hash), its outcomes (hash), its queue (sorted set), the one in which the webhook is
--       due from now on and the other one (sorted sets), the counts (hash).
-- ARGV: its id; the lease; how its receiver does; when it may be asked again (ms);
--       'well' or 'slow'; how many were delivered, have failed, and how many attempts have failed; now
--       (ms) to make all that is pending due, or ''; then of each delivery its id, its outcome, and
--       when it is due again (ms), or ''.
-- Returns 'absent', 'lost' when the lease is another's, or 'done'.

local webhook, outcomes, queue, due, other = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id, lease, not_before, all = ARGV[1], ARGV[2], tonumber(ARGV[4]), ARGV[9]

local sound = #KEYS == 6 and #ARGV >= 9 and #ARGV % 3 == 0 and not_before
  and holds(webhook, 'hash') and holds(outcomes, 'hash') and holds(queue, 'zset')
  and holds(due, 'zset') and holds(other, 'zset') and holds(KEYS[6], 'hash')
if not sound then
  return redis.error_reply('ERR nothing settled: an argument or the type of a key is wrong')
end

local found = redis.call('HMGET', webhook, 'lease', 'text')
if not found[2] then
  return 'absent'
end
if found[1] ~= lease then
  return 'lost'
end

for i = 10, #ARGV, 3 do
  redis.call('HSET', outcomes, ARGV[i], ARGV[i + 1])
  if ARGV[i + 2] == '' then
    redis.call('ZREM', queue, ARGV[i])
  else
    redis.call('ZADD', queue, ARGV[i + 2], ARGV[i])
  end
end
if all ~= '' then
  for _, delivery in ipairs(redis.call('ZRANGE', queue, 0, -1)) do
    redis.call('ZADD', queue, all, delivery)
  end
end
redis.call('HDEL', webhook, 'lease', 'leased')
redis.call('HSET', webhook, 'health', ARGV[3], 'not_before', not_before, 'lane', ARGV[5])
redis.call('HINCRBY', webhook, 'delivered', ARGV[6])
redis.call('HINCRBY', webhook, 'failed', ARGV[7])
redis.call('HINCRBY', KEYS[6], 'delivered', ARGV[6])
redis.call('HINCRBY', KEYS[6], 'failed', ARGV[7])
redis.call('HINCRBY', KEYS[6], 'attempts_failed', ARGV[8])
redis.call('ZREM', other, id)
local next = redis.call('ZRANGE', queue, 0, 0, 'WITHSCORES')
if next[1] then
  redis.call('ZADD', due, math.max(tonumber(next[2]), not_before), id)
else
  redis.call('ZREM', due, id)
end
return 'done'
