/**
 * Window, quota and cap in one atomic step, on the server's clock, for requests of one quota subject that arrive together.
 * **Invariant**: it adds to all counters of a request or to none, and admits as many as each limit alone would, one after
 * the other.
 *
 * Daily counters are hashes `{day, spent}`: the day is the server's, so it cannot be part of a key that the caller names.
 * All counters keep the maximum of what they hold and what the caller knows. Where there is no window, that of the caller goes on.
 * All keys of a request carry one hash tag (the bucket), so that they live in one slot of a cluster.
 *
 * KEYS  1 window counter · from 2 counters of the day: the quota of the bucket, the cap of the credential where it has one
 * ARGV  1 requests · 2 window limit · 3 window used and 4 ms left of it as known, of a new one 0 and all
 *       5 day that spending is known of · 6 1 when that is what MongoDB has now
 *       from 7, for each counter of the day, its limit and its spending as known
 * Returns {outcome, requests admitted, window used, window resets in ms, now in ms, day, spent of each counter of the day}
 * Outcomes: 0 all admitted · the others are refused by the counter with this number in KEYS · 9 the day's spending must be
 * given first, and is not returned
 */
export const LIMITS_SCRIPT = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local day = math.floor(tonumber(time[1]) / 86400)
local requests = tonumber(ARGV[1])
local window_limit = tonumber(ARGV[2])
local known_day = tonumber(ARGV[5])

-- Two UTC days, so that a counter outlives its day and then goes.
local KEEP_SECONDS = 172800

local function limit_of(counter) return tonumber(ARGV[2 * counter + 3]) end

local function spent_today(counter)
  local key = KEYS[counter]
  local known = tonumber(ARGV[2 * counter + 4])
  local held = redis.call('HMGET', key, 'day', 'spent')
  local spent = nil
  if held[1] and tonumber(held[1]) == day then spent = tonumber(held[2]) end
  if known_day ~= day or (spent == nil and ARGV[6] ~= '1') then return spent end
  if spent ~= nil and spent >= known then return spent end
  redis.call('HSET', key, 'day', day, 'spent', known)
  redis.call('EXPIRE', key, KEEP_SECONDS)
  return known
end

local window_used = tonumber(redis.call('GET', KEYS[1]) or '0')
local window_left = redis.call('PTTL', KEYS[1])
if window_left <= 0 then
  window_used = 0
  window_left = math.ceil(tonumber(ARGV[4]))
end
window_used = math.max(window_used, tonumber(ARGV[3]))

local admitted = math.min(requests, window_limit - window_used)
local spent = {}
for counter = 2, #KEYS do
  spent[counter] = spent_today(counter)
  if spent[counter] == nil then return {9, 0, window_used, window_left, now, day} end
  admitted = math.min(admitted, limit_of(counter) - spent[counter])
end
admitted = math.max(admitted, 0)

local outcome = 0
if admitted < requests then
  outcome = 1
  -- The limit that resets last is named first: waiting for another one would be in vain.
  for counter = #KEYS, 2, -1 do
    if spent[counter] + admitted + 1 > limit_of(counter) then outcome = counter end
  end
end
if admitted > 0 then
  window_used = window_used + admitted
  redis.call('SET', KEYS[1], window_used, 'PX', window_left)
  for counter = 2, #KEYS do spent[counter] = redis.call('HINCRBY', KEYS[counter], 'spent', admitted) end
end
return {outcome, admitted, window_used, window_left, now, day, unpack(spent, 2, #KEYS)}
`;
