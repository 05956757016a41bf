-- Keep, change or take away a text that a player has written, or change nothing. All checks come
-- before the first write, because a script that fails half way is not rolled back.
--
-- KEYS: the text (hash), the list of all that its author has in this place (sorted set), then the
--       lists in which others find it (sorted sets). All in one slot.
-- ARGV: 'add', 'change' or 'remove'; its entry in lists; which of the keys is the list that it is
--       found in (0 for none); the text; how many an author may have; the fingerprint of the
--       request ('' without an idempotency key); seconds for which that is known after the text is
--       gone; then the revisions of which it must have one (none for any).
-- Returns {'known', fingerprint, text, revision} when it was added before (the last two are '' and
--         0 once it is gone), {'full'}, {'absent'}, {'changed', revision}, or {'done', revision}.

local text, own = KEYS[1], KEYS[2]
local action, entry, list = ARGV[1], ARGV[2], tonumber(ARGV[3])
local most, fingerprint, remembered = tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7])
local first_list, first_revision = 3, 8

local sound = #KEYS >= 2 and #ARGV >= 7 and list and most and remembered
  and (list == 0 or (list >= first_list and list <= #KEYS)) and holds(text, 'hash')
for i = 2, #KEYS do
  sound = sound and holds(KEYS[i], 'zset')
end
if not sound then
  return redis.error_reply('ERR nothing kept: an argument or the type of a key is wrong')
end

local kept = redis.call('HMGET', text, 'fingerprint', 'text', 'revision')
local revision = tonumber(kept[3] or 0)

if action == 'add' then
  if kept[1] then
    return {'known', kept[1], kept[2] or '', revision}
  end
  if redis.call('ZCARD', own) >= most then
    return {'full'}
  end
else
  if not kept[2] then
    return {'absent'}
  end
  local expected = #ARGV < first_revision
  for i = first_revision, #ARGV do
    expected = expected or tonumber(ARGV[i]) == revision
  end
  if not expected then
    return {'changed', revision}
  end
  fingerprint = kept[1]
end

if action == 'remove' then
  redis.call('DEL', text)
  if fingerprint ~= '' then
    redis.call('HSET', text, 'fingerprint', fingerprint)
    redis.call('EXPIRE', text, remembered)
  end
  redis.call('ZREM', own, entry)
else
  revision = revision + 1
  redis.call('HSET', text, 'fingerprint', fingerprint, 'text', ARGV[4], 'revision', revision)
  redis.call('ZADD', own, 0, entry)
end
for i = first_list, #KEYS do
  if i == list and action ~= 'remove' then
    redis.call('ZADD', KEYS[i], 0, entry)
  else
    redis.call('ZREM', KEYS[i], entry)
  end
end
return {'done', revision}
