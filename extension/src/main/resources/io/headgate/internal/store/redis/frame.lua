--[[
One call: many acquisitions, one moment, one trip.

The simplest idea is to read, compute and write in the application. Its flaw: whoever else reads in between grants the
same permits again, and each application decides by its own clock. Here the server computes while nobody else can, by its
own clock. What is left to care for:

  A script that fails half-way keeps what it has written. So everything is read first, each key once; decisions change
  tables; what has changed is written at the end, each key once.

  All policies of an acquisition are charged, or none. So its charges are made in order, each seeing those before it (a key
  may be asked twice), and undone where a later policy denies.

  A call may be delayed on its way. So it carries the latest time at which it may still charge.

  Here is no calendar. So a row whose windows are a calendar's carries edges around the time that the sender expects here. If
  it is another time, nothing is done, and the sender is told what time it is: it sends other edges.

  A key without an expiry would stay for ever. So whatever was looked at is left with one, or removed.

KEYS: each key once, all that are touched.
ARGV: mode            try, peek, refund or reset
      stale after     microseconds; empty: never
      rows            how many, then each: algorithm, limit, capacity, window, ticks in a window, microseconds in a tick,
                      how long the caller can wait, 1 for a shadow policy, and what its windows have of a calendar: four
                      edges in order, and the end of the window that a refund was charged in, or 0, with a blank between
                      two; empty for none
      acquisitions    how many, then each: how many requests, the nonce that makes its entries of a log unique, and for
                      each request: which key, which row, cost, when it was its turn (refund only)
      test time       microseconds; empty: the server decides
Reply: the word stale and the time, where nothing was done because the call came too late; the word bounds and the time,
       where nothing was done because the time is not between the edges of a calendar; else the word done, the time, and
       for each request: 0 denied, 1 allowed or 2 impossible; remaining; reset; retry; delay; 1 if it was charged.
       Durations are microseconds, -1 for never.

Redis makes each function anew for each call, and each table that grows costs more than one made in its size: so functions
are few, an algorithm is made where a row names it, and tables are made with all their fields.

An algorithm is a table of functions. States are tables that nobody changes: what changes is a new table.
  read(key)                   the state, nil where there is none that can be read, and whether the key exists
  advance(state, row)         the state as of now; the same table where nothing changed; a state of no use for nil
  left(state, row), wait(state, row, permits), charge(state, row, cost, nonce), refund(state, row, cost, turn)
  delay(state, row, ahead)    only where calls wait for their turn: how long after what is ahead; any cost passes there
                              where one permit is left, and most(row) are left where nothing is used
  is_unused(state)            whether it equals no state
  write(key, state, stored)   keeps a state until it is of no use; stored is what was read, nil for nothing
  has_expiry                  whether a key that is left as it is has an expiry for sure; others are looked at, and written
                              where they have none
]]

local ROW, ACQUISITION, REQUEST = 9, 2, 4
local NEVER = -1
local DENIED, ALLOWED, IMPOSSIBLE = 0, 1, 2
local floor, max, min, tonumber, call = math.floor, math.max, math.min, tonumber, redis.call

local mode, stale_after, test_time = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[#ARGV])
local clock = call('TIME')
local server_ms = clock[1] * 1000 + floor(clock[2] / 1000)
local now = test_time or clock[1] * 1000000 + clock[2]
local now_ms = floor(now / 1000)

if stale_after and now > stale_after then
  return {'stale', now}
end

-- What is neither text nor a sorted set is no state: the numbers of an RRateLimiter are a hash, and stay. What was taken from
-- it has keys of its own, which are among these.
if mode == 'reset' then
  for _, key in ipairs(KEYS) do
    local text, set = redis.pcall('GET', key), redis.pcall('ZCOUNT', key, 0, 0)
    if type(set) == 'number' or type(text) ~= 'table' then
      call('DEL', key)
    end
  end
  return {'done', now}
end

--[[
Expiries are whole milliseconds since the epoch. While a test gives the time, they must not pass with the server's: each
is kept a thousand times as far from the epoch, which leaves both clocks room, and is compared here.
]]
local SLOWER = 1000

local function expire_at(at_ms)
  return test_time and at_ms * SLOWER or at_ms
end

local function expire_in(at_ms)
  return max(1, test_time and at_ms * SLOWER - server_ms or at_ms - now_ms)
end

-- When a key expires; nil if it never does.
local function expiry_ms(key)
  local left_ms = call('PTTL', key)
  if left_ms < 0 then
    return nil
  end
  return test_time and floor((server_ms + left_ms) / SLOWER + 0.5) or now_ms + left_ms
end

-- What a command finds at a key, nil if that is nothing or of another type; and whether the key exists.
local function find(command, key, ...)
  local value = redis.pcall(command, key, ...)
  if type(value) == 'table' and value.err then
    if string.find(value.err, 'WRONGTYPE', 1, true) then
      return nil, true
    end
    return call(command, key, ...) -- fails with the server's own words
  end
  if not value or #value == 0 then
    return nil, value and type(value) == 'string' or false
  end
  if test_time and (expiry_ms(key) or now_ms) < now_ms then
    return nil, true
  end
  return value, true
end

-- The greatest count that is exact, as are those below it.
local EXACT = 2 ^ 53

local function begin_of_tick(row, time)
  return floor(time / row.tick) * row.tick
end

-- The ticks in which so many units flow in or run out.
local function time_for(row, units)
  return units <= 0 and 0 or math.ceil(units / row.limit) * row.tick
end

local makers = {}

--@algorithms@

-- The edges of a calendar and the end of a charge's window; nil for none.
local function edges_of(text)
  if text == '' then
    return nil
  end
  local edges = {}
  for edge in string.gmatch(text, '%S+') do
    edges[#edges + 1] = tonumber(edge)
  end
  return edges, table.remove(edges)
end

local algorithms, rows = {}, {}
local position = 3
for r = 1, tonumber(ARGV[position]) do
  local name = ARGV[position + 1]
  local algorithm = algorithms[name] or makers[name]()
  algorithms[name] = algorithm
  local edges, charged_until = edges_of(ARGV[position + 9])
  if edges and (now < edges[1] or now >= edges[#edges]) then
    return {'bounds', now}
  end
  rows[r] = {
    algorithm = algorithm,
    limit = tonumber(ARGV[position + 2]),
    capacity = tonumber(ARGV[position + 3]),
    window = tonumber(ARGV[position + 4]),
    ticks = tonumber(ARGV[position + 5]),
    tick = tonumber(ARGV[position + 6]),
    max_wait = tonumber(ARGV[position + 7]),
    shadow = ARGV[position + 8] == '1',
    edges = edges,
    charged_until = charged_until,
    most = 0,
  }
  rows[r].most = algorithm.most and algorithm.most(rows[r]) or rows[r].capacity
  position = position + ROW
end

-- All requests, and what is known of their keys: read before anything is written.
local acquisitions, slots = {}, {}
position = position + 1
for a = 1, tonumber(ARGV[position]) do
  local requests = {}
  position = position + ACQUISITION
  requests.nonce = ARGV[position]
  for i = 1, tonumber(ARGV[position - 1]) do
    local k, row = tonumber(ARGV[position + 1]), rows[tonumber(ARGV[position + 2])]
    local slot = slots[k]
    if not slot then
      local state, exists = row.algorithm.read(KEYS[k])
      slot = {
        stored = state, exists = exists, reader = row.algorithm, algorithm = row.algorithm, state = state,
        before_algorithm = nil, before = nil, asked = 0, in_order = false,
      }
      slots[k] = slot
    end
    requests[i] = {
      slot = slot, row = row, cost = tonumber(ARGV[position + 3]), turn = tonumber(ARGV[position + 4]),
      outcome = DENIED, remaining = 0, reset = 0, retry = 0, delay = 0,
    }
    position = position + REQUEST
  end
  acquisitions[a] = requests
end

-- A key's state as a row sees it now; what another algorithm left is nothing to it.
local function advanced(slot, row)
  return row.algorithm.advance(slot.algorithm == row.algorithm and slot.state or nil, row)
end

-- What is decided about a cost when others ahead of it are taken first, and how many permits must be left for it.
local function outcome_of(state, row, ahead, cost)
  local needed = ahead + (row.algorithm.delay and 1 or cost)
  if cost > row.capacity or needed > row.most then
    return IMPOSSIBLE, needed
  end
  return needed <= row.algorithm.left(state, row) and ALLOWED or DENIED, needed
end

-- Notes what a state leaves.
local function note_left(request, state)
  local row, algorithm = request.row, request.row.algorithm
  local left = min(row.capacity, algorithm.left(state, row))
  request.remaining = left
  if left < min(row.capacity, row.most) then
    request.reset = algorithm.wait(state, row, left + 1)
  else
    request.reset = left > 0 and 0 or NEVER
  end
end

-- Decides about a cost when others ahead of it are taken first, and notes the answer; nothing is taken.
local function decide(request, state, ahead)
  local row, algorithm = request.row, request.row.algorithm
  local outcome, needed = outcome_of(state, row, ahead, request.cost)
  request.outcome, request.retry, request.delay = outcome, outcome == IMPOSSIBLE and NEVER or 0, 0
  if outcome == DENIED then
    request.retry = algorithm.wait(state, row, needed)
  elseif outcome == ALLOWED and algorithm.delay then
    request.delay = algorithm.delay(state, row, ahead)
  end
  note_left(request, state)
end

local reply = {'done', now}
for _, requests in ipairs(acquisitions) do
  -- The last charge of a key is the first to be given back: some can give back no other.
  for i = #requests, 1, -1 do
    local request = requests[i]
    local slot, row = request.slot, request.row
    if mode == 'refund' and slot.state and slot.algorithm == row.algorithm then
      slot.state = row.algorithm.refund(slot.state, row, request.cost, request.turn)
    end
  end

  -- Charges in the tables, in order.
  local passes = true
  for i = 1, #requests do
    local slot = requests[i].slot
    slot.before, slot.before_algorithm, slot.in_order = slot.state, slot.algorithm, false
  end
  for i = 1, #requests do
    local request = requests[i]
    local slot, row = request.slot, request.row
    local state = advanced(slot, row)
    decide(request, state, 0)
    if request.outcome == ALLOWED then
      state = row.algorithm.charge(state, row, request.cost, requests.nonce)
      note_left(request, state)
    else
      passes = passes and row.shadow
    end
    slot.state, slot.algorithm = state, row.algorithm
  end

  local charged = passes and mode == 'try'
  if not charged then
    for i = 1, #requests do
      local slot = requests[i].slot
      slot.state, slot.algorithm, slot.asked = slot.before, slot.before_algorithm, 0
    end

    -- Answers anew, without the charge: each as if those before it on its key were taken first.
    for i = 1, #requests do
      local request = requests[i]
      local slot = request.slot
      local ahead = slot.asked
      if request.outcome == ALLOWED then
        slot.asked = ahead + request.cost
      end
      decide(request, advanced(slot, request.row), ahead)
    end
  end

  -- A state out of order is written even where nothing was charged, or each look would age it anew.
  if not charged and mode == 'try' then
    for i = 1, #requests do
      local slot, row = requests[i].slot, requests[i].row
      if slot.state and not slot.in_order then
        slot.state, slot.algorithm, slot.in_order = advanced(slot, row), row.algorithm, true
      end
    end
  end

  for i = 1, #requests do
    local request, n = requests[i], #reply
    reply[n + 1], reply[n + 2], reply[n + 3] = request.outcome, request.remaining, request.reset
    reply[n + 4], reply[n + 5] = request.retry, request.delay
    reply[n + 6] = charged and request.outcome == ALLOWED and 1 or 0
  end
end

if mode ~= 'peek' then
  for k, slot in pairs(slots) do
    local state, algorithm = slot.state, slot.algorithm
    if not state or algorithm.is_unused(state) then
      if slot.exists then
        call('DEL', KEYS[k])
      end
    elseif state ~= slot.stored then
      algorithm.write(KEYS[k], state, algorithm == slot.reader and slot.stored or nil)
    elseif not algorithm.has_expiry and not expiry_ms(KEYS[k]) then
      algorithm.write(KEYS[k], state, nil)
    end
  end
end
return reply
