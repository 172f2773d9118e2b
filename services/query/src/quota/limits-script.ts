/**
 * Window, quota and cap in one atomic step, on the server's clock, for requests of one quota subject that arrive together.
 * **Invariant**: it adds to all counters of a request or to none, and admits as many as each limit alone would, one after
 * the other.
 *
 * Daily counters are hashes `{day, spent}`: the day is the server's, so it cannot be part of a key that the caller names.
 * They keep the maximum of what they hold and what the caller knows.
 * All keys of a request carry one hash tag (the bucket), so that they live in one slot of a cluster.
 *
 * KEYS  1 window counter · 2 quota of the bucket · 3 cap of the credential
 * ARGV  1 requests · 2 window limit · 3 window ms · 4 daily quota · 5 daily cap, -1 without
 *       6 day that 7 and 8 are of · 7 quota spent as the caller knows it · 8 cap spent likewise
 *       9 1 when 7 and 8 are what MongoDB has now
 * Returns {outcome, requests admitted, window used, window resets in ms, quota spent, cap spent, now in ms, day}
 * Outcomes: 0 all admitted · the others are refused by: 1 window · 2 quota · 3 cap · 9 the day's spending must be given first
 */
export const LIMITS_SCRIPT = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local day = math.floor(tonumber(time[1]) / 86400)
local requests = tonumber(ARGV[1])
local window_limit = tonumber(ARGV[2])
local window_ms = tonumber(ARGV[3])
local quota_limit = tonumber(ARGV[4])
local cap_limit = tonumber(ARGV[5])
local known_day = tonumber(ARGV[6])

-- Two UTC days, so that a counter outlives its day and then goes.
local KEEP_SECONDS = 172800

local function spent_today(key, known)
  local held = redis.call('HMGET', key, 'day', 'spent')
  local spent = nil
  if held[1] and tonumber(held[1]) == day then spent = tonumber(held[2]) end
  if known_day ~= day or (spent == nil and ARGV[9] ~= '1') then return spent end
  if spent ~= nil and spent >= known then return spent end
  redis.call('HSET', key, 'day', day, 'spent', known)
  redis.call('EXPIRE', key, KEEP_SECONDS)
  return known
end

local window_used = tonumber(redis.call('GET', KEYS[1]) or '0')
local window_left = redis.call('PTTL', KEYS[1])
if window_left <= 0 then
  window_used = 0
  window_left = window_ms
end

local quota_spent = spent_today(KEYS[2], tonumber(ARGV[7]))
local cap_spent = 0
if cap_limit >= 0 then cap_spent = spent_today(KEYS[3], tonumber(ARGV[8])) end
if quota_spent == nil or cap_spent == nil then return {9, 0, window_used, window_left, 0, 0, now, day} end

local admitted = math.min(requests, quota_limit - quota_spent, window_limit - window_used)
if cap_limit >= 0 then admitted = math.min(admitted, cap_limit - cap_spent) end
admitted = math.max(admitted, 0)

local outcome = 0
if admitted < requests then
  -- The limit that resets last is named first: waiting for another one would be in vain.
  if quota_spent + admitted + 1 > quota_limit then outcome = 2
  elseif cap_limit >= 0 and cap_spent + admitted + 1 > cap_limit then outcome = 3
  else outcome = 1 end
end
if admitted > 0 then
  if window_used == 0 then
    redis.call('SET', KEYS[1], admitted, 'PX', window_ms)
    window_used = admitted
  else
    window_used = redis.call('INCRBY', KEYS[1], admitted)
  end
  quota_spent = redis.call('HINCRBY', KEYS[2], 'spent', admitted)
  if cap_limit >= 0 then cap_spent = redis.call('HINCRBY', KEYS[3], 'spent', admitted) end
end
return {outcome, admitted, window_used, window_left, quota_spent, cap_spent, now, day}
`;
