--[[
The mirror of SlidingLog.java, where the idea is explained. A sorted set: a member for each permit, its score the time. A
member is the nonce of its acquisition and a number, since permits of one time are several.

A state does not hold the times, which may be many: it says what is to become of them, and single ones are looked up by their
ranks. In a state:
  key        where the times are; nil if none of them is of use
  last       the latest
  refunded   a list, in order: of a time, so many are to go
  over       so many of the rest are to go, from the earliest on
  future     whether some have not come yet: they are to be now
  added      a list, the newest first: so many permits of a nonce are to be added; permits: all of the list
  count      how many count
  until_ms   when the key expires; nil if it never does
]]
local MEMBERS = 1000 -- unpack fails at a few thousand arguments
local TOLERANCE_MS = 2

local function until_ms(last, row)
  return math.ceil((last + row.window) / 1000) + 1
end

-- A copy with some fields changed.
local function with(state, changed)
  for name, value in pairs(state) do
    if changed[name] == nil then
      changed[name] = value
    end
  end
  return changed
end

local function add(key, members, score)
  for first = 1, #members, MEMBERS do
    local arguments = {}
    for i = first, min(first + MEMBERS - 1, #members) do
      arguments[#arguments + 1] = score
      arguments[#arguments + 1] = members[i]
    end
    call('ZADD', key, unpack(arguments))
  end
end

-- How many times are not after a time.
local function up_to(state, time)
  local members = call('ZCOUNT', state.key, '-inf', time)
  for _, refunded in ipairs(state.refunded) do
    members = members - (refunded.time <= time and refunded.members or 0)
  end
  return members
end

-- The time of a permit that counts, by its number from 1.
local function time_of(state, number)
  if state.added and number > state.count - state.added.permits then
    return now
  end
  local rank = state.over + number - 1
  for _, refunded in ipairs(state.refunded) do
    if rank >= call('ZCOUNT', state.key, '-inf', refunded.time - 1) then
      rank = rank + refunded.members
    end
  end
  return min(now, tonumber(call('ZRANGE', state.key, rank, rank, 'WITHSCORES')[2]))
end

-- The list with some more members of a time to go.
local function refunded_with(state, time, members)
  local list, at = {}, #state.refunded + 1
  for i, refunded in ipairs(state.refunded) do
    list[i] = refunded
    if at > i and refunded.time >= time then
      at = i
    end
  end
  if list[at] and list[at].time == time then
    list[at] = {time = time, members = list[at].members + members}
  else
    table.insert(list, at, {time = time, members = members})
  end
  return list
end

return {
  read = function(key)
    local last, exists = find('ZRANGE', key, -1, -1, 'WITHSCORES')
    if not last then
      return nil, exists
    end
    return {
      key = key, last = tonumber(last[2]), refunded = {}, over = 0, future = false, added = nil,
      count = call('ZCOUNT', key, '-inf', '+inf'), until_ms = expiry_ms(key),
    }, true
  end,

  advance = function(state, row)
    local over = state and state.key and max(state.over, up_to(state, now - row.window)) or 0
    local count = state and state.count + state.over - over or 0
    if count == 0 then
      return {refunded = {}, over = 0, future = false, added = nil, count = 0, until_ms = nil}
    end
    local latest = state.added and now or min(now, state.last)
    local future = state.key ~= nil and state.last > now
    local ends = until_ms(latest, row)
    if over ~= state.over or future ~= state.future then
      return with(state, {over = over, future = future, count = count, until_ms = ends})
    end
    if not state.until_ms or state.until_ms < ends - TOLERANCE_MS then
      return with(state, {until_ms = ends})
    end
    return state
  end,

  left = function(state, row)
    return max(0, row.limit - state.count)
  end,

  wait = function(state, row, cost)
    local too_many = state.count + cost - row.limit
    return too_many <= 0 and 0 or time_of(state, too_many) + row.window - now
  end,

  charge = function(state, row, cost, nonce)
    local before = state.added
    return with(state, {
      added = {nonce = nonce, cost = cost, permits = cost + (before and before.permits or 0), before = before},
      count = state.count + cost,
      until_ms = until_ms(now, row),
    })
  end,

  -- Members of one time are alike: as many are to go as were charged then.
  refund = function(state, row, cost, charged_at)
    local members = call('ZCOUNT', state.key, charged_at, charged_at)
    for _, refunded in ipairs(state.refunded) do
      members = members - (refunded.time == charged_at and refunded.members or 0)
    end
    members = min(cost, members)
    if members > 0 then
      state = with(state, {
        refunded = refunded_with(state, charged_at, members), count = state.count - members,
      })
    end
    return state.until_ms and state or with(state, {until_ms = until_ms(state.last, row)})
  end,

  is_unused = function(state)
    return state.count == 0
  end,

  -- A key has its expiry before it grows: who may not give it one adds nothing that would stay.
  write = function(key, state, stored)
    local is_new = not (state.key and stored)
    if is_new or state.until_ms ~= stored.until_ms then
      call('PEXPIREAT', key, expire_at(state.until_ms))
    end
    if state.key then
      for _, refunded in ipairs(state.refunded) do
        local first = call('ZCOUNT', key, '-inf', refunded.time - 1)
        call('ZREMRANGEBYRANK', key, first, first + refunded.members - 1)
      end
      if state.over > 0 then
        call('ZREMRANGEBYRANK', key, 0, state.over - 1)
      end
      if state.future then
        add(key, call('ZRANGE', key, call('ZCOUNT', key, '-inf', now), -1), now)
      end
    else
      call('DEL', key)
    end
    local added = state.added
    while added do
      local members = {}
      for i = 1, added.cost do
        members[i] = added.nonce .. ':' .. added.permits - i
      end
      add(key, members, now)
      added = added.before
    end
    if is_new then
      call('PEXPIREAT', key, expire_at(state.until_ms))
    end
  end,

  has_expiry = true, -- a state without an end is never left unchanged
}
