-- Keep a challenge, or let one that stands be another, or change nothing. All checks come before the
-- first write, because a script that fails half way is not rolled back.
--
-- KEYS: the challenge (hash), those that its challenger has open (sorted set, by when they expire),
--       the lists of all that each of its players takes part in (sorted sets), then the lists in
--       which others find it while it is open, and what is new of challenges (stream). All in one
--       slot.
-- ARGV: 'add', 'close', or 'change' where it stays open; its entry in lists; the challenge; the
--       challenge as it stands ('' when it is new); now and when it expires and when it is forgotten
--       (ms); how many a challenger may have open; how many a player's list holds; the entry before
--       which lists are cut; the fingerprint of the request ('' without an idempotency key); its id;
--       what has become of it, where that is news ('' where not); how many news are kept; how many
--       players' lists there are.
-- Returns {'known', fingerprint, challenge} when it was added before, {'full'}, {'absent'},
--         {'changed', challenge}, or {'done'}.

local challenge, own = KEYS[1], KEYS[2]
local action, entry, text, before = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local now, expires, forgotten = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local most, listed, oldest, fingerprint = tonumber(ARGV[8]), tonumber(ARGV[9]), ARGV[10], ARGV[11]
local news, last, players = KEYS[#KEYS], #KEYS - 1, 2 + (tonumber(ARGV[15]) or 0)

local sound = players > 2 and players <= last and #ARGV == 15 and now and expires and forgotten and most and listed
  and holds(challenge, 'hash') and holds(news, 'stream')
for i = 2, last do
  sound = sound and holds(KEYS[i], 'zset')
end
if not sound then
  return redis.error_reply('ERR nothing kept: an argument or the type of a key is wrong')
end

local function tell()
  if ARGV[13] ~= '' then
    redis.call('XADD', news, 'MAXLEN', '~', ARGV[14], '*', 'challenge', ARGV[12], 'status', ARGV[13])
  end
end

local function list()
  for i = 3, players do
    redis.call('ZREMRANGEBYLEX', KEYS[i], '-', '(' .. oldest)
    redis.call('ZADD', KEYS[i], 0, entry)
    redis.call('ZREMRANGEBYRANK', KEYS[i], 0, -1 - listed)
    redis.call('PEXPIREAT', KEYS[i], forgotten)
  end
end

local kept = redis.call('HMGET', challenge, 'fingerprint', 'text')

if action ~= 'add' then
  if not kept[2] then
    return {'absent'}
  end
  if kept[2] ~= before then
    return {'changed', kept[2]}
  end
  redis.call('HSET', challenge, 'text', text)
  list()
  if action == 'close' then
    redis.call('ZREM', own, entry)
    for i = players + 1, last do
      redis.call('ZREM', KEYS[i], entry)
    end
    tell()
  end
  return {'done'}
end

if kept[2] then
  return {'known', kept[1], kept[2]}
end
redis.call('ZREMRANGEBYSCORE', own, '-inf', now)
if redis.call('ZCARD', own) >= most then
  return {'full'}
end
redis.call('HSET', challenge, 'fingerprint', fingerprint, 'text', text)
redis.call('PEXPIREAT', challenge, forgotten)
redis.call('ZADD', own, expires, entry)
redis.call('PEXPIREAT', own, forgotten)
list()
for i = players + 1, last do
  redis.call('ZREMRANGEBYLEX', KEYS[i], '-', '(' .. oldest)
  redis.call('ZADD', KEYS[i], 0, entry)
  redis.call('PEXPIREAT', KEYS[i], forgotten)
end
tell()
return {'done'}
