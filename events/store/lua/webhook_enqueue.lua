-- Add a delivery to a webhook, or change nothing. All checks come before the first write, because a
-- script that fails half way is not rolled back.
--
-- KEYS: the webhook (hash), its bodies and outcomes (hashes), its order and queue (sorted sets), the two
--       in which webhooks are due (sorted sets), the counts (hash).
-- ARGV: its id, the delivery's id, its body, its outcome as it begins, its outcome when the queue is
--       full, now (ms), how many may be pending, how many are kept.
-- Returns 'absent', 'disabled', 'known', 'full' or 'queued'.

local webhook, bodies, outcomes, order, queue = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id, delivery, now = ARGV[1], ARGV[2], tonumber(ARGV[6])
local most, kept = tonumber(ARGV[7]), tonumber(ARGV[8])

local sound = #KEYS == 8 and #ARGV == 8 and now and most and kept
  and holds(webhook, 'hash') and holds(bodies, 'hash') and holds(outcomes, 'hash')
  and holds(order, 'zset') and holds(queue, 'zset') and holds(KEYS[6], 'zset')
  and holds(KEYS[7], 'zset') and holds(KEYS[8], 'hash')
if not sound then
  return redis.error_reply('ERR nothing queued: an argument or the type of a key is wrong')
end

local found = redis.call('HMGET', webhook, 'text', 'enabled', 'lane', 'leased', 'not_before')
if not found[1] then
  return 'absent'
end
if redis.call('HEXISTS', outcomes, delivery) == 1 then
  return 'known'
end
if found[2] ~= '1' then
  return 'disabled'
end

redis.call('ZADD', order, redis.call('HINCRBY', webhook, 'last', 1), delivery)
redis.call('HSET', bodies, delivery, ARGV[3])
local reply = 'queued'
if redis.call('ZCARD', queue) >= most then
  redis.call('HSET', outcomes, delivery, ARGV[5])
  redis.call('HINCRBY', webhook, 'failed', 1)
  redis.call('HINCRBY', KEYS[8], 'failed', 1)
  reply = 'full'
else
  redis.call('HSET', outcomes, delivery, ARGV[4])
  redis.call('ZADD', queue, now, delivery)
  -- Whoever has leased it looks at its queue again when done.
  if tonumber(found[4] or 0) <= now then
    local due = found[3] == 'well' and KEYS[6] or KEYS[7]
    local at = math.max(now, tonumber(found[5] or 0))
    local known = tonumber(redis.call('ZSCORE', due, id) or at)
    redis.call('ZADD', due, math.min(at, known), id)
  end
end
local more = redis.call('ZCARD', order) - kept
if more > 0 then
  for _, old in ipairs(redis.call('ZRANGE', order, 0, more - 1)) do
    if not redis.call('ZSCORE', queue, old) then
      redis.call('ZREM', order, old)
      redis.call('HDEL', bodies, old)
      redis.call('HDEL', outcomes, old)
    end
  end
end
return reply
