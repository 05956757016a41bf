-- Append the events of one command, or change nothing. All checks come before the first write,
-- because a script that fails half way is not rolled back.
--
-- KEYS: log, idempotency, summaries, deadlines, then the index sets to enter and those to leave.
-- ARGV: expected version, idempotency field ('' for none), its value, channel, game id, summary,
--       creation time (ms), deadline (ms, '' for none), number of index sets to enter,
--       number of index sets to leave, hash of the event at the expected version, then the events.
-- Returns {'known', value}, {'conflict', version, missing events...}, {'appended', version}, or
-- {'diverged', version} when the event at the expected version is another one or is missing.

local expected = tonumber(ARGV[1])
local field = ARGV[2]
local entering = tonumber(ARGV[9])
local leaving = tonumber(ARGV[10])
local head = ARGV[11]
local first_event = 12

local function holds(key, kind)
  local found = redis.call('TYPE', key).ok
  return found == kind or found == 'none'
end

local sound = #ARGV >= first_event and expected and tonumber(ARGV[7])
  and (ARGV[8] == '' or tonumber(ARGV[8]))
  and entering and leaving and #KEYS == 4 + entering + leaving
  and holds(KEYS[1], 'list') and holds(KEYS[2], 'hash') and holds(KEYS[3], 'hash')
for i = 4, #KEYS do
  sound = sound and holds(KEYS[i], 'zset')
end
if not sound then
  return redis.error_reply('ERR nothing appended: an argument or the type of a key is wrong')
end

if field ~= '' then
  local known = redis.call('HGET', KEYS[2], field)
  if known then
    return {'known', known}
  end
end

local version = redis.call('LLEN', KEYS[1])
if expected > 0 then
  local last = redis.call('LINDEX', KEYS[1], expected - 1)
  if not last or not string.find(last, head, 1, true) then
    return {'diverged', version}
  end
end
if version ~= expected then
  local reply = {'conflict', version}
  for _, line in ipairs(redis.call('LRANGE', KEYS[1], expected, -1)) do
    reply[#reply + 1] = line
  end
  return reply
end

for i = first_event, #ARGV do
  redis.call('RPUSH', KEYS[1], ARGV[i])
end
if field ~= '' then
  redis.call('HSET', KEYS[2], field, ARGV[3])
end
redis.call('HSET', KEYS[3], ARGV[5], ARGV[6])
if ARGV[8] == '' then
  redis.call('ZREM', KEYS[4], ARGV[5])
else
  redis.call('ZADD', KEYS[4], ARGV[8], ARGV[5])
end
for i = 5, 4 + entering do
  redis.call('ZADD', KEYS[i], ARGV[7], ARGV[5])
end
for i = 5 + entering, 4 + entering + leaving do
  redis.call('ZREM', KEYS[i], ARGV[5])
end
redis.call('PUBLISH', ARGV[4], '[' .. table.concat(ARGV, ',', first_event) .. ']')
return {'appended', version + #ARGV - first_event + 1}
