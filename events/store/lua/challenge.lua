-- Keep a challenge, or let one that stands be another, or change nothing. All checks come before the
-- first write, because a script that fails half way is not rolled back.
--
-- KEYS: the challenge (hash), those that its challenger has open (sorted set, by when they expire),
--       the lists of all that the challenger and the other player take part in (sorted sets; the same
--       one while there is no other), then the lists in which others find it while it is open, and
--       what is new of challenges (stream). All in one slot.
-- ARGV: 'add' or 'close'; its entry in lists; the challenge; the challenge as it stands ('' when it is
--       new); now and when it expires and when it is forgotten (ms); how many a challenger may have
--       open; how many a player's list holds; the entry before which lists are cut; the fingerprint
--       of the request ('' without an idempotency key); its id; what has become of it, where
--       that is news ('' where not); how many news are kept.
-- Returns {'known', fingerprint, challenge} when it was added before, {'full'}, {'absent'},
--         {'changed', challenge}, or {'done'}.

local challenge, own = KEYS[1], KEYS[2]
local action, entry, text, before = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local now, expires, forgotten = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local most, listed, oldest, fingerprint = tonumber(ARGV[8]), tonumber(ARGV[9]), ARGV[10], ARGV[11]
local news, last = KEYS[#KEYS], #KEYS - 1

local sound = #KEYS >= 5 and #ARGV == 14 and now and expires and forgotten and most and listed
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

local kept = redis.call('HMGET', challenge, 'fingerprint', 'text')

if action == 'close' then
  if not kept[2] then
    return {'absent'}
  end
  if kept[2] ~= before then
    return {'changed', kept[2]}
  end
  redis.call('HSET', challenge, 'text', text)
  redis.call('ZREM', own, entry)
  redis.call('ZADD', KEYS[4], 0, entry)
  redis.call('ZREMRANGEBYRANK', KEYS[4], 0, -1 - listed)
  redis.call('PEXPIREAT', KEYS[4], forgotten)
  for i = 5, last do
    redis.call('ZREM', KEYS[i], entry)
  end
  tell()
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
for i = 3, last do
  redis.call('ZREMRANGEBYLEX', KEYS[i], '-', '(' .. oldest)
  redis.call('ZADD', KEYS[i], 0, entry)
  if i < 5 then
    redis.call('ZREMRANGEBYRANK', KEYS[i], 0, -1 - listed)
  end
  redis.call('PEXPIREAT', KEYS[i], forgotten)
end
tell()
return {'done'}
