-- Lease a webhook, and read what of it is due.
--
-- KEYS: the webhook (hash), its bodies and outcomes (hashes), its queue (sorted set), and the one in
--       which it is due (sorted set).
-- ARGV: its id, now, until when it is leased (ms), how many deliveries at most, the lease.
-- Returns {} when there is nothing to do, or else {webhook, secrets, health, then of each delivery its
--         id, body and outcome}.

local webhook, bodies, outcomes, queue, due = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id, now, lease, most = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

if not (#KEYS == 5 and #ARGV == 5 and now and lease and most) then
  return redis.error_reply('ERR nothing leased: an argument is wrong')
end

local found = redis.call('HMGET', webhook, 'text', 'secrets', 'health', 'leased', 'enabled')
if not found[1] or found[5] ~= '1' then
  redis.call('ZREM', due, id)
  return {}
end
if tonumber(found[4] or 0) > now then
  redis.call('ZADD', due, found[4], id)
  return {}
end
local ready = redis.call('ZRANGEBYSCORE', queue, '-inf', now, 'LIMIT', 0, most)
if #ready == 0 then
  local next = redis.call('ZRANGE', queue, 0, 0, 'WITHSCORES')
  if next[1] then
    redis.call('ZADD', due, next[2], id)
  else
    redis.call('ZREM', due, id)
  end
  return {}
end
redis.call('HSET', webhook, 'lease', ARGV[5], 'leased', lease)
redis.call('ZADD', due, lease, id)
local reply = {found[1], found[2], found[3] or ''}
for _, delivery in ipairs(ready) do
  reply[#reply + 1] = delivery
  reply[#reply + 1] = redis.call('HGET', bodies, delivery)
  reply[#reply + 1] = redis.call('HGET', outcomes, delivery)
end
return reply
