--[[
Looks at an RRateLimiter of Redisson's, and gives back what was taken from one. To take is Redisson's own affair.

The simplest idea is to ask Redisson for both. Its flaws: availablePermits() removes the expiry of a key that it writes, makes
keys where there was nothing, and counts more permits than the rate after a release(); and release() leaves its permits in the
log of what was taken, so that they come back a second time when their window ends. So what is there is read here, where
nothing is written; and what is given back leaves the log, as if it had never been taken.

An object of Redisson's is three keys, the same for all versions since 3.17, since programs of several versions share them:
  KEYS[1]   a hash: rate, interval (milliseconds), type (0: for all clients together), keepAliveTime (0: for ever)
  KEYS[2]   permits left, as of the last call
  KEYS[3]   a sorted set: a member for each call that took permits, its score the client's time in milliseconds; in a member
            the length of a random text, the text, and the permits in four bytes

ARGV: look, the client's time, the rate and the interval that it should have
Reply: the condition; permits that can be had; rate, interval and time to keep it alive that it has, -1 for none.
  absent       there is none
  broken       a key is of another type or cannot be read, or the numbers are incomplete: Redisson fails, for ever
  other        it has other numbers
  disordered   what is left does not belong to what was taken, as after an eviction: Redisson fails, or gives too much
  ready        none of these

ARGV: refund, from, to, permits: removes the first call between two times that took so many permits
Reply: 1 if there was one, else 0
]]
local call, tonumber = redis.call, tonumber

-- What a command finds at a key; nil if that is of another type.
local function find(command, key, ...)
  local found = redis.pcall(command, key, ...)
  if type(found) == 'table' and found.err then
    if string.find(found.err, 'WRONGTYPE', 1, true) then
      return nil
    end
    return call(command, key, ...) -- fails with the server's own words
  end
  return found
end

local readable = true

local function permits_of(member)
  local is_readable, _, permits = pcall(struct.unpack, 'Bc0I', member)
  readable = readable and is_readable
  return is_readable and permits or 0
end

local function taken(from, to)
  local permits = 0
  for _, member in ipairs(call('ZRANGEBYSCORE', KEYS[3], from, to)) do
    permits = permits + permits_of(member)
  end
  return permits
end

if ARGV[1] == 'refund' then
  local cost = tonumber(ARGV[4])
  for _, member in ipairs(find('ZRANGEBYSCORE', KEYS[3], ARGV[2], ARGV[3]) or {}) do
    if permits_of(member) == cost then
      call('ZREM', KEYS[3], member)
      local left, rate = tonumber(find('GET', KEYS[2])), tonumber(find('HGET', KEYS[1], 'rate'))
      if left and rate and left < rate then
        call('INCRBY', KEYS[2], math.min(cost, rate - left))
      end
      return {1}
    end
  end
  return {0}
end

local now, rate, interval = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local config = find('HMGET', KEYS[1], 'rate', 'interval', 'type', 'keepAliveTime')
local value = find('GET', KEYS[2])
local oldest = find('ZRANGE', KEYS[3], 0, 0)

local function reply(condition, left)
  local has = config or {}
  return {
    readable and condition or 'broken', math.max(0, math.min(rate, left)),
    tonumber(has[1] or -1) or -1, tonumber(has[2] or -1) or -1, tonumber(has[4] or -1) or -1,
  }
end

if not config or value == nil or not oldest then
  return reply('broken', rate)
end
if oldest[1] then
  permits_of(oldest[1])
end
local counted = '(' .. string.format('%.0f', now - interval)
if not (config[1] or config[2] or config[3]) then
  return reply('absent', rate - taken(counted, '+inf'))
end
if not (tonumber(config[1]) and tonumber(config[2]) and config[3]) then
  return reply('broken', rate)
end
if config[3] ~= '0' then
  return reply('other', rate)
end
if tonumber(config[1]) ~= rate or tonumber(config[2]) ~= interval then
  return reply('other', rate - taken(counted, '+inf'))
end
if not value and #oldest == 0 then
  return reply('ready', rate)
end
local left = value and string.find(value, '^%d+$') and tonumber(value)
if not left or left > rate or (left < rate and #oldest == 0) then
  return reply('disordered', rate - taken(counted, '+inf'))
end
return reply('ready', left + taken(0, now - interval))
