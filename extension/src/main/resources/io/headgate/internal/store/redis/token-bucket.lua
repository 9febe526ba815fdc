-- The mirror of TokenBucket.java, where the idea is explained. 35 bytes: ticks, full, units, at, full at.
local FORMAT, BYTES = '>I7I7I7I7I7', 35

local function units_now(state, row)
  return state.units + (begin_of_tick(row, now) - state.at) / row.tick * row.limit
end

local function bucket(row, units, at)
  local full = row.capacity * row.ticks
  return {ticks = row.ticks, full = full, units = units, at = at, full_at = at + time_for(row, full - units)}
end

return {
  read = function(key)
    local value, exists = find('GET', key)
    if not value or #value ~= BYTES then
      return nil, exists
    end
    local ticks, full, units, at, full_at = struct.unpack(FORMAT, value)
    -- 35 bytes can be anything.
    if ticks == 0 or ticks > EXACT or full > EXACT or units > full or at > full_at or full_at > EXACT then
      return nil, true
    end
    return {ticks = ticks, full = full, units = units, at = at, full_at = full_at}, true
  end,

  advance = function(state, row)
    local tick = begin_of_tick(row, now)
    local full = row.capacity * row.ticks
    if not state or now >= state.full_at then
      return bucket(row, full, tick)
    end
    if row.limit == 0 then
      if state.at <= tick then
        return state
      end
      return {
        ticks = state.ticks, full = state.full, units = state.units, at = tick,
        full_at = tick + state.full_at - state.at,
      }
    end
    local units = min(state.units, full)
    if state.ticks ~= row.ticks then
      units = min(floor(state.units / state.ticks), row.capacity) * row.ticks
    end
    local ordered = bucket(row, units, min(tick, begin_of_tick(row, state.at + row.tick - 1)))
    if now >= ordered.full_at then
      return bucket(row, full, tick)
    end
    if row.ticks == state.ticks and full == state.full and units == state.units
      and ordered.at == state.at and ordered.full_at == state.full_at then
      return state
    end
    return ordered
  end,

  left = function(state, row)
    return row.limit == 0 and 0 or floor(units_now(state, row) / row.ticks)
  end,

  wait = function(state, row, cost)
    return max(0, state.at + time_for(row, cost * row.ticks - state.units) - now)
  end,

  charge = function(state, row, cost)
    return bucket(row, units_now(state, row) - cost * row.ticks, begin_of_tick(row, now))
  end,

  refund = function(state, row, cost, charged_at)
    if state.ticks ~= row.ticks or state.units >= state.full
      or state.at - charged_at >= time_for(row, row.capacity * row.ticks) then
      return state
    end
    return {
      ticks = state.ticks, full = state.full, units = min(state.full, state.units + cost * state.ticks),
      at = state.at, full_at = state.full_at,
    }
  end,

  is_unused = function(state)
    return state.units >= state.full
  end,

  write = function(key, state)
    local value = struct.pack(FORMAT, state.ticks, state.full, state.units, state.at, state.full_at)
    call('SET', key, value, 'PX', expire_in(math.ceil(state.full_at / 1000) + 1))
  end,
}
