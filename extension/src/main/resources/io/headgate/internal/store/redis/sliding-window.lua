-- The mirror of SlidingWindow.java, where the idea is explained. 23 bytes: current, previous, index of the window, window.
local FORMAT, BYTES = '>I5I5I6I7', 23

local function ends_to_count(state)
  return (state.index + 2) * state.window
end

-- For how many ticks a window may still be covered so that at most `room` of its use counts.
local function ticks_that_leave(row, room, used)
  return used == 0 and row.ticks or floor(((room + 1) * row.ticks - 1) / used)
end

return {
  read = function(key)
    local value, exists = find('GET', key)
    if not value or #value ~= BYTES then
      return nil, exists
    end
    local current, previous, index, window = struct.unpack(FORMAT, value)
    -- 23 bytes can be anything.
    if window == 0 or window % 1000 ~= 0 or (index + 2) * window >= EXACT then
      return nil, true
    end
    return {current = current, previous = previous, index = index, window = window}, true
  end,

  advance = function(state, row)
    local index = floor(now / row.window)
    if not state or now >= ends_to_count(state) then
      return {current = 0, previous = 0, index = index, window = row.window}
    end
    if state.index > index or state.window ~= row.window then
      local used = min(row.limit, state.current + state.previous)
      return {current = used, previous = 0, index = index, window = row.window}
    end
    if state.index == index then
      return state
    end
    return {current = 0, previous = state.current, index = index, window = row.window}
  end,

  left = function(state, row)
    local covered = row.ticks - floor((now - state.index * row.window) / row.tick)
    local previous = floor(min(state.previous, row.limit) * covered / row.ticks)
    return max(0, row.limit - min(state.current, row.limit) - previous)
  end,

  wait = function(state, row, cost)
    local since_start = now - state.index * row.window
    local current, previous = min(state.current, row.limit), min(state.previous, row.limit)
    local room = row.limit - current - cost
    if room >= 0 then
      local bearable = ticks_that_leave(row, room, previous)
      if bearable >= row.ticks - floor(since_start / row.tick) then
        return 0
      end
      if bearable >= 1 then
        return (row.ticks - bearable) * row.tick - since_start
      end
    end
    local bearable = min(row.ticks, ticks_that_leave(row, row.limit - cost, current))
    return row.window - since_start + (row.ticks - bearable) * row.tick
  end,

  charge = function(state, row, cost)
    return {
      current = state.current + cost, previous = state.previous, index = state.index, window = state.window
    }
  end,

  refund = function(state, row, cost, charged_at)
    if state.window ~= row.window then
      return state
    end
    local windows_ago = state.index - floor(charged_at / state.window)
    local current, previous = state.current, state.previous
    if windows_ago == 0 then
      current = max(0, current - cost)
    elseif windows_ago == 1 then
      previous = max(0, previous - cost)
    end
    if current == state.current and previous == state.previous then
      return state
    end
    return {current = current, previous = previous, index = state.index, window = state.window}
  end,

  is_unused = function(state)
    return state.current == 0 and state.previous == 0
  end,

  write = function(key, state)
    local value = struct.pack(FORMAT, state.current, state.previous, state.index, state.window)
    call('SET', key, value, 'PX', expire_in(ends_to_count(state) / 1000 + 1))
  end,
}
