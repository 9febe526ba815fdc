-- The mirror of FixedWindow.java, where the idea is explained. The key is a plain integer, so that anything that counts in
-- Redis can read it; its expiry tells which window it belongs to.
local TOLERANCE_MS = 2
local MOST_DIGITS = 18

-- When the window begins that a time falls into, and when it ends. A calendar's edges are given, and the frame has seen to it
-- that now is between two of them.
local function window_ms(row, time)
  local edges = row.edges
  if not edges then
    local starts = floor(time / row.window) * row.window
    return starts / 1000, (starts + row.window) / 1000
  end
  local i = 1
  while time >= edges[i + 1] do
    i = i + 1
  end
  return edges[i] / 1000, edges[i + 1] / 1000
end

-- When the window of a charge ends. That may be long ago, so of a calendar the end itself is given.
local function charged_until_ms(row, charged_at)
  if row.edges then
    return row.charged_until / 1000
  end
  local _, ends = window_ms(row, charged_at)
  return ends
end

local function advance(state, row)
  local starts, ends = window_ms(row, now)
  if not state or state.end_ms and state.end_ms <= starts + TOLERANCE_MS then
    return {count = 0, end_ms = ends}
  end
  return state.end_ms == ends and state or {count = state.count, end_ms = ends}
end

local function left(state, row)
  return max(0, row.limit - state.count)
end

return {
  read = function(key)
    local value, exists = find('GET', key)
    if not value or #value > MOST_DIGITS or not (value == '0' or string.find(value, '^[1-9]%d*$')) then
      return nil, exists
    end
    return {count = tonumber(value), end_ms = expiry_ms(key)}, true
  end,

  advance = advance,

  left = left,

  wait = function(state, row, cost)
    return cost <= left(state, row) and 0 or state.end_ms * 1000 - now
  end,

  charge = function(state, row, cost)
    return {count = state.count + cost, end_ms = state.end_ms}
  end,

  refund = function(state, row, cost, charged_at)
    if not state.end_ms then
      state = advance(state, row)
    end
    if state.count == 0 or math.abs(state.end_ms - charged_until_ms(row, charged_at)) > TOLERANCE_MS then
      return state
    end
    return {count = max(0, state.count - cost), end_ms = state.end_ms}
  end,

  is_unused = function(state)
    return state.count == 0
  end,

  -- Whichever of these commands fails, the key has an expiry.
  write = function(key, state, stored)
    if not stored then
      call('SET', key, state.count, 'PX', expire_in(state.end_ms))
    end
    if not stored or state.end_ms ~= stored.end_ms then
      call('PEXPIREAT', key, expire_at(state.end_ms))
    end
    if stored and state.count ~= stored.count then
      call('INCRBY', key, state.count - stored.count)
    end
  end,

  has_expiry = true, -- a state without an end is never left unchanged
}
