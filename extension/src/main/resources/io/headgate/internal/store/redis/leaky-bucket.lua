-- The mirror of LeakyBucket.java, where the idea is explained. 28 bytes: ticks, units, at, empty at.
local FORMAT, BYTES = '>I7I7I7I7', 28

local EXACT = 2 ^ 53

local function begin_of_tick(row, time)
  return floor(time / row.tick) * row.tick
end

-- The ticks in which so many units run out.
local function time_for(row, units)
  return units <= 0 and 0 or math.ceil(units / row.limit) * row.tick
end

-- The greatest backlog: what runs out while the last call waits, and its cost.
local function most_units(row)
  return (math.ceil(row.max_wait / row.tick) + row.ticks) * row.limit
end

local function longest_wait(row)
  return row.may_wait and row.max_wait or 0
end

local function units_now(state, row)
  return state.units - (begin_of_tick(row, now) - state.at) / row.tick * row.limit
end

local function backlog(row, units, at)
  return {ticks = row.ticks, units = units, at = at, empty_at = at + time_for(row, units)}
end

-- When everything has run out that is ahead of a call.
local function turn(state, row, ahead)
  return state.at + time_for(row, state.units + ahead * row.ticks)
end

local function write(key, state)
  local value = struct.pack(FORMAT, state.ticks, state.units, state.at, state.empty_at)
  call('SET', key, value, 'PX', expire_in(math.ceil(state.empty_at / 1000) + 1))
end

return {
  read = function(key)
    local value, exists = find('GET', key)
    if not value or #value ~= BYTES then
      return nil, exists
    end
    local ticks, units, at, empty_at = struct.unpack(FORMAT, value)
    -- 28 bytes can be anything.
    if ticks == 0 or ticks > EXACT or units > EXACT or at > empty_at or empty_at > EXACT then
      return nil, true
    end
    return {ticks = ticks, units = units, at = at, empty_at = empty_at}, true
  end,

  advance = function(state, row)
    local tick = begin_of_tick(row, now)
    if not state or now >= state.empty_at then
      return backlog(row, 0, tick)
    end
    if row.limit == 0 then
      if state.at <= tick then
        return state
      end
      return {ticks = state.ticks, units = state.units, at = tick, empty_at = tick + state.empty_at - state.at}
    end
    local units = state.units
    if state.ticks ~= row.ticks then
      units = min(math.ceil(units / state.ticks), math.ceil(most_units(row) / row.ticks)) * row.ticks
    end
    units = min(units, most_units(row))
    local ordered = backlog(row, units, min(tick, begin_of_tick(row, state.at + row.tick - 1)))
    if now >= ordered.empty_at then
      return backlog(row, 0, tick)
    end
    if row.ticks == state.ticks and units == state.units
      and ordered.at == state.at and ordered.empty_at == state.empty_at then
      return state
    end
    return ordered
  end,

  most = function(row)
    return floor(math.ceil(longest_wait(row) / row.tick) * row.limit / row.ticks) + 1
  end,

  left = function(state, row)
    local bearable = floor((longest_wait(row) + now - begin_of_tick(row, now)) / row.tick)
    local room = bearable * row.limit - units_now(state, row)
    return (room < 0 or row.limit == 0) and 0 or floor(room / row.ticks) + 1
  end,

  wait = function(state, row, permits)
    return max(0, turn(state, row, permits - 1) - longest_wait(row) - now)
  end,

  delay = function(state, row, ahead)
    return max(0, turn(state, row, ahead) - now)
  end,

  charge = function(state, row, cost)
    return backlog(row, units_now(state, row) + cost * row.ticks, begin_of_tick(row, now))
  end,

  -- Who is last can be told by the turn; in the middle of others it is lost.
  refund = function(state, row, cost, turn_at)
    local before = state.units - cost * row.ticks
    if row.limit == 0 or state.ticks ~= row.ticks or before < 0
      or (begin_of_tick(row, turn_at) - state.at) / row.tick ~= math.ceil(before / row.limit) then
      return state
    end
    return {ticks = state.ticks, units = before, at = state.at, empty_at = state.empty_at}
  end,

  is_unused = function(state)
    return state.units == 0
  end,

  write = write,

  keep = function(key, state)
    if not expiry_ms(key) then
      write(key, state)
    end
  end,
}
