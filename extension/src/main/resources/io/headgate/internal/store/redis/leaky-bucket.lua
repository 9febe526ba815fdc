-- The mirror of LeakyBucket.java, where the idea is explained. 21 bytes: units, at, empty at.
local FORMAT, BYTES = '>I7I7I7', 21

local function units_now(state, row)
  return state.units - (begin_of_tick(row, now) - state.at) / row.tick * row.limit
end

local function backlog(row, units, at)
  return {units = units, at = at, empty_at = at + time_for(row, units)}
end

-- Whether these numbers lead to the moment that was promised.
local function is_ours(state, row)
  return begin_of_tick(row, state.at) == state.at
    and (state.empty_at - state.at) / row.tick == math.ceil(state.units / row.limit)
end

-- When everything has run out that is ahead of a call.
local function turn(state, row, ahead)
  return state.at + time_for(row, state.units + ahead * row.ticks)
end

return {
  read = function(key)
    local value, exists = find('GET', key)
    if not value or #value ~= BYTES then
      return nil, exists
    end
    local units, at, empty_at = struct.unpack(FORMAT, value)
    -- 21 bytes can be anything.
    if units > EXACT or at > empty_at or empty_at > EXACT then
      return nil, true
    end
    return {units = units, at = at, empty_at = empty_at}, true
  end,

  advance = function(state, row)
    local tick = begin_of_tick(row, now)
    if not state or now >= state.empty_at then
      return backlog(row, 0, tick)
    end
    local back = max(0, state.at - tick)
    if row.limit > 0 and not is_ours(state, row) then
      local ticks = math.ceil((state.empty_at - back - tick) / row.tick)
      return backlog(row, min(ticks, floor((EXACT - 1) / row.limit) - row.ticks) * row.limit, tick)
    end
    return back == 0 and state or {units = state.units, at = tick, empty_at = state.empty_at - back}
  end,

  most = function(row)
    return floor(math.ceil(row.max_wait / row.tick) * row.limit / row.ticks) + 1
  end,

  left = function(state, row)
    local bearable = floor((row.max_wait + now - begin_of_tick(row, now)) / row.tick)
    local room = bearable * row.limit - units_now(state, row)
    return (room < 0 or row.limit == 0) and 0 or floor(room / row.ticks) + 1
  end,

  wait = function(state, row, permits)
    return max(0, turn(state, row, permits - 1) - row.max_wait - now)
  end,

  delay = function(state, row, ahead)
    return max(0, turn(state, row, ahead) - now)
  end,

  charge = function(state, row, cost)
    return backlog(row, units_now(state, row) + cost * row.ticks, begin_of_tick(row, now))
  end,

  -- Who is last can be told by the turn; in the middle of others it is lost.
  refund = function(state, row, cost, turn_at)
    if row.limit == 0 or state.units < cost * row.ticks or not is_ours(state, row) then
      return state
    end
    local before = backlog(row, state.units - cost * row.ticks, state.at)
    if before.empty_at ~= begin_of_tick(row, turn_at) then
      return state
    end
    return now < before.empty_at and before or backlog(row, 0, begin_of_tick(row, now))
  end,

  is_unused = function(state)
    return state.units == 0
  end,

  write = function(key, state)
    local value = struct.pack(FORMAT, state.units, state.at, state.empty_at)
    call('SET', key, value, 'PX', expire_in(math.ceil(state.empty_at / 1000) + 1))
  end,
}
