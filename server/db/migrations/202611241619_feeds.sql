-- Feeds: what a polled source takes, what its addresses last answered, and since when it is silent.
alter table source
  add column takes text not null default 'places' check (takes in ('places', 'counts')),
  -- whose places a feed of counts is about, where they are not its own
  add column counts_of text,
  -- what holds when no rule of the source does, where its format cannot say it
  add column otherwise text check (otherwise in ('free', 'closed', 'unknown')),
  -- further files of a feed
  add column beside text[] not null default '{}',
  -- address → entity tag and date of its last answer
  add column tags jsonb not null default '{}' check (jsonb_typeof(tags) = 'object'),
  -- hexadecimal SHA-256 of what was last read
  add column content_hash text,
  add column feed_since timestamptz,
  add column silent_since timestamptz,
  add constraint source_counts_of_fkey foreign key (city, counts_of) references source,
  add constraint source_feed_since_check check ((url is null) = (feed_since is null));
