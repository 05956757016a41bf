-- Append the events of one command, or change nothing. All checks come before the first write,
-- because a script that fails half way is not rolled back. Version 5 of this script.
--
-- KEYS: log, idempotency, closed, seals, feed, deadlines, finished, running, layout. All in one slot.
-- ARGV: layout, expected version, hash of the event at that version, idempotency field ('' for
--       none), its value, '1' to write a known field again (so that a client can wait for its
--       replicas), channel, game id, deadline (ms, '' for none), time of finishing (ms, '' while
--       the game runs), time of the events (ms), seal ('' for none), then the events.
-- Returns {'known', value}, {'layout', found}, {'closed', reason},
--         {'diverged', version} when the event at the expected version is another or is missing,
--         {'conflict', version, missing events...}, or {'appended', version, feed id}.

local log, idempotency, closed, seals = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local feed, deadlines, finished, layout = KEYS[5], KEYS[6], KEYS[7], KEYS[9]
local running = KEYS[8]
local expected, head, field = tonumber(ARGV[2]), ARGV[3], ARGV[4]
local channel, game, deadline, finished_at = ARGV[7], ARGV[8], ARGV[9], ARGV[10]
local at, seal = ARGV[11], ARGV[12]
local first_event = 13

local sound = #KEYS == 9 and #ARGV >= first_event and expected
  and (deadline == '' or tonumber(deadline)) and (finished_at == '' or tonumber(finished_at))
  and tonumber(at)
  and holds(log, 'list') and holds(idempotency, 'hash') and holds(closed, 'string')
  and holds(seals, 'hash') and holds(feed, 'stream') and holds(deadlines, 'zset')
  and holds(finished, 'zset') and holds(running, 'zset') and holds(layout, 'string')
if not sound then
  return redis.error_reply('ERR nothing appended: an argument or the type of a key is wrong')
end

local found = redis.call('GET', layout)
if found ~= ARGV[1] then
  return {'layout', found or ''}
end

if field ~= '' then
  local known = redis.call('HGET', idempotency, field)
  if known then
    if ARGV[6] == '1' then
      redis.call('HSET', idempotency, field, known)
    end
    return {'known', known}
  end
end

local reason = redis.call('GET', closed)
if reason then
  return {'closed', reason}
end

local version = redis.call('LLEN', log)
if expected > 0 then
  local last = redis.call('LINDEX', log, expected - 1)
  if not last or not bears(last, head) then
    return {'diverged', version}
  end
end
if version ~= expected then
  local reply = {'conflict', version}
  for _, line in ipairs(redis.call('LRANGE', log, expected, -1)) do
    reply[#reply + 1] = line
  end
  return reply
end

for i = first_event, #ARGV do
  redis.call('RPUSH', log, ARGV[i])
end
version = version + #ARGV - first_event + 1
if field ~= '' then
  redis.call('HSET', idempotency, field, ARGV[5])
end
if deadline == '' then
  redis.call('ZREM', deadlines, game)
else
  redis.call('ZADD', deadlines, deadline, game)
end
if finished_at == '' then
  redis.call('ZADD', running, at, game)
else
  redis.call('ZREM', running, game)
  redis.call('ZADD', finished, finished_at, game)
end
if seal ~= '' then
  redis.call('HSET', seals, game, seal)
end
local entry = redis.call('XADD', feed, '*', 'game', game, 'version', version)
local count = #ARGV - first_event + 1
redis.call('PUBLISH', channel, struct.pack('>BI4', 0xdd, count) .. table.concat(ARGV, '', first_event))
return {'appended', version, entry}
