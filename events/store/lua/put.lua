-- Put a whole game in its place, or change nothing: one that comes from elsewhere, or one
-- that comes back from the archive. All checks come before the first write.
--
-- KEYS: log, idempotency, closed, seals, feed, finished, imports, layout. All in one slot.
-- ARGV: layout, game id, what the closed key must hold ('' for nothing), time of finishing
--       (ms, 0 while the game runs), seal ('' for none), where it comes from ('' for the archive), number of idempotency fields,
--       each field and its value, then the events.
-- Returns {'layout', found}, {'closed', reason}, {'there', version, last event}, or
--         {'put', version, feed id}; no feed is told of a game that comes back.

local log, idempotency, closed, seals = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local feed, finished, imports, layout = KEYS[5], KEYS[6], KEYS[7], KEYS[8]
local game, expected, finished_at, seal, origin = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local fields = tonumber(ARGV[7])

local sound = #KEYS == 8 and fields and #ARGV > 7 + 2 * fields and tonumber(finished_at)
  and holds(log, 'list') and holds(idempotency, 'hash') and holds(closed, 'string')
  and holds(seals, 'hash') and holds(feed, 'stream') and holds(finished, 'zset')
  and holds(imports, 'hash') and holds(layout, 'string')
if not sound then
  return redis.error_reply('ERR nothing put: an argument or the type of a key is wrong')
end

local found = redis.call('GET', layout)
if found ~= ARGV[1] then
  return {'layout', found or ''}
end

local reason = redis.call('GET', closed) or ''
if reason ~= expected then
  return {'closed', reason}
end

local version = redis.call('LLEN', log)
if version > 0 then
  return {'there', version, redis.call('LINDEX', log, -1)}
end

local first_event = 8 + 2 * fields
for i = first_event, #ARGV do
  redis.call('RPUSH', log, ARGV[i])
end
version = #ARGV - first_event + 1
for i = 8, first_event - 1, 2 do
  redis.call('HSET', idempotency, ARGV[i], ARGV[i + 1])
end
if tonumber(finished_at) > 0 then
  redis.call('ZADD', finished, finished_at, game)
end
if seal ~= '' then
  redis.call('HSET', seals, game, seal)
end
local entry = ''
if origin ~= '' then
  redis.call('HSET', imports, game, origin)
  entry = redis.call('XADD', feed, '*', 'game', game, 'version', version)
end
redis.call('DEL', closed)
return {'put', version, entry}
