-- A sign-in of the web app is bound to a cookie that scripts can't read; a null says the token alone is enough, as for every one before.
-- Browser and operating system tell a driver his devices apart in the list of sign-ins.
alter table token
  add column cookie_hash bytea check (length(cookie_hash) = 32),
  add column browser text,
  add column system text,
  add column last_used_at timestamptz;
