-- Keep a webhook, let one that stands be another, or take one away, or change nothing. All checks come
-- before the first write, because a script that fails half way is not rolled back.
--
-- KEYS: the webhook (hash), its bodies and outcomes (hashes), its order and queue (sorted sets), those
--       of its owner and the owners (sets), the two in which webhooks are due (sorted
--       sets), and the counts (hash).
-- ARGV: 'add', 'change' or 'remove'; its id; its owner; the webhook; the webhook as it stands ('' when
--       it is new or is to go); its secrets ('' for those that it has); '1' when it is enabled, '0'
--       when not; how many an owner may have; the fingerprint of the request ('' without a key).
-- Returns {'known', fingerprint, webhook, secrets} when it was added before, {'full'}, {'absent'},
--         {'changed', webhook}, or {'done'}.

local webhook, bodies, outcomes, order, queue = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local own, owners, well, slow = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
local action, id, owner, text, before = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local secrets, enabled, most = ARGV[6], ARGV[7], tonumber(ARGV[8])

local sound = #KEYS == 10 and #ARGV == 9 and most
  and holds(webhook, 'hash') and holds(bodies, 'hash') and holds(outcomes, 'hash')
  and holds(order, 'zset') and holds(queue, 'zset') and holds(own, 'set')
  and holds(owners, 'set') and holds(well, 'zset') and holds(slow, 'zset')
  and holds(KEYS[10], 'hash')
if not sound then
  return redis.error_reply('ERR nothing kept: an argument or the type of a key is wrong')
end

local kept = redis.call('HMGET', webhook, 'fingerprint', 'text', 'secrets', 'enabled')

if action == 'add' then
  if kept[2] then
    return {'known', kept[1], kept[2], kept[3]}
  end
  if redis.call('SCARD', own) >= most then
    return {'full'}
  end
  redis.call('HSET', webhook, 'fingerprint', ARGV[9], 'text', text, 'secrets', secrets,
    'enabled', enabled, 'lane', 'slow')
  redis.call('SADD', own, id)
  redis.call('SADD', owners, owner)
  return {'done'}
end

if not kept[2] then
  return {'absent'}
end

if action == 'remove' then
  redis.call('DEL', webhook, bodies, outcomes, order, queue)
  redis.call('ZREM', well, id)
  redis.call('ZREM', slow, id)
  redis.call('SREM', own, id)
  if redis.call('SCARD', own) == 0 then
    redis.call('SREM', owners, owner)
  end
  return {'done'}
end

if kept[2] ~= before then
  return {'changed', kept[2]}
end
redis.call('HSET', webhook, 'text', text, 'enabled', enabled)
if secrets ~= '' then
  redis.call('HSET', webhook, 'secrets', secrets)
end
if enabled ~= kept[4] then
  redis.call('HDEL', webhook, 'health', 'not_before', 'lease', 'leased')
  redis.call('HSET', webhook, 'lane', 'slow')
  redis.call('ZREM', well, id)
  redis.call('ZREM', slow, id)
  -- What was pending comes to nothing, and says so.
  local pending = redis.call('ZRANGE', queue, 0, -1)
  for _, delivery in ipairs(pending) do
    local outcome = cjson.decode(redis.call('HGET', outcomes, delivery))
    outcome.status, outcome.error = 'failed', 'disabled'
    redis.call('HSET', outcomes, delivery, cjson.encode(outcome))
  end
  redis.call('DEL', queue)
  redis.call('HINCRBY', webhook, 'failed', #pending)
  redis.call('HINCRBY', KEYS[10], 'failed', #pending)
end
return {'done'}
