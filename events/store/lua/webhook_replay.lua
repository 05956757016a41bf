-- Make deliveries of a webhook pending again, or change nothing. All checks come before the first
-- write, because a script that fails half way is not rolled back.
--
-- KEYS: the webhook (hash), its outcomes (hash), its order and queue (sorted sets), the two in which
--       webhooks are due (sorted sets).
-- ARGV: its id; a delivery ('' for all from a position); the position behind which they begin; the
--       outcome as they begin anew; now (ms); how many may be pending.
-- Returns how many, -1 when there is no such webhook or delivery, -2 when the webhook is disabled.

local webhook, outcomes, order, queue = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, delivery, now, most = ARGV[1], ARGV[2], tonumber(ARGV[5]), tonumber(ARGV[6])

local sound = #KEYS == 6 and #ARGV == 6 and now and most and tonumber(ARGV[3])
  and holds(webhook, 'hash') and holds(outcomes, 'hash') and holds(order, 'zset')
  and holds(queue, 'zset') and holds(KEYS[5], 'zset') and holds(KEYS[6], 'zset')
if not sound then
  return redis.error_reply('ERR nothing queued: an argument or the type of a key is wrong')
end

local found = redis.call('HMGET', webhook, 'text', 'enabled', 'lane', 'leased', 'not_before')
if not found[1] or (delivery ~= '' and redis.call('HEXISTS', outcomes, delivery) == 0) then
  return -1
end
if found[2] ~= '1' then
  return -2
end
local wanted = {delivery}
if delivery == '' then
  wanted = redis.call('ZRANGEBYSCORE', order, '(' .. ARGV[3], '+inf')
end
local count = 0
local room = most - redis.call('ZCARD', queue)
for _, one in ipairs(wanted) do
  local pending = redis.call('ZSCORE', queue, one)
  if pending or room > 0 then
    redis.call('ZADD', queue, now, one)
    count = count + 1
  end
  if not pending and room > 0 then
    redis.call('HSET', outcomes, one, ARGV[4])
    room = room - 1
  end
end
if count > 0 and tonumber(found[4] or 0) <= now then
  local due = found[3] == 'well' and KEYS[5] or KEYS[6]
  redis.call('ZADD', due, math.max(now, tonumber(found[5] or 0)), id)
end
return count
