-- Let a game that is in the archive leave the store, or change nothing.
--
-- KEYS: log, idempotency, closed, seals, finished, running, layout. All in one slot.
-- ARGV: layout, game id, version, hash of the last event, number of idempotency fields, seal ('' for
--       none), stub.
-- Returns {'layout', found}, {'closed', reason}, {'changed'} when the game is not as it was
--         archived, or {'moved'}.

local log, idempotency, closed = KEYS[1], KEYS[2], KEYS[3]
local seals, finished, running, layout = KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local game, version, head, fields = ARGV[2], tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])

local sound = #KEYS == 7 and #ARGV == 7 and version and fields and #head == 64
  and holds(log, 'list') and holds(idempotency, 'hash') and holds(closed, 'string')
  and holds(seals, 'hash') and holds(finished, 'zset') and holds(running, 'zset')
  and holds(layout, 'string')
if not sound then
  return redis.error_reply('ERR nothing moved: an argument or the type of a key is wrong')
end

local found = redis.call('GET', layout)
if found ~= ARGV[1] then
  return {'layout', found or ''}
end

local reason = redis.call('GET', closed)
if reason then
  return {'closed', reason}
end

local last = redis.call('LINDEX', log, version - 1)
if redis.call('LLEN', log) ~= version or not bears(last, head)
  or redis.call('HLEN', idempotency) ~= fields
  or (redis.call('HGET', seals, game) or '') ~= ARGV[6] then
  return {'changed'}
end

redis.call('SET', closed, ARGV[7])
redis.call('UNLINK', log, idempotency)
redis.call('HDEL', seals, game)
redis.call('ZREM', finished, game)
redis.call('ZREM', running, game)
return {'moved'}
