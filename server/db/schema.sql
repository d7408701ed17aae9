-- The whole schema, written by `npm run schema` from a migrated database; nothing runs it.

-- parkit_app may only insert, select
-- parkit_city may insert, select
create table act (
  act_id bigint generated always as identity not null,
  at timestamp with time zone not null,
  city integer,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  kind text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  proposal_id uuid,
  request_id text,
  constraint act_pkey PRIMARY KEY (act_id),
  constraint act_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES staff(staff_id),
  constraint act_city_fkey FOREIGN KEY (city) REFERENCES city(city_id),
  constraint act_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(proposal_id),
  constraint act_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['staff'::text, 'command'::text]))),
  constraint act_actor_name_check CHECK ((actor_name <> ''::text)),
  constraint act_check CHECK (((actor_kind = 'staff'::text) = (actor_id IS NOT NULL))),
  constraint act_kind_check CHECK ((kind <> ''::text))
);
CREATE INDEX act_actor ON act USING btree (actor_id);
CREATE INDEX act_city ON act USING btree (city, act_id DESC);
CREATE INDEX act_proposal ON act USING btree (proposal_id);
CREATE INDEX act_subject ON act USING btree (city, subject, act_id DESC);
CREATE TRIGGER act_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON act FOR EACH STATEMENT EXECUTE FUNCTION act_refuse_change();
create policy all_cities on act to parkit_app using (true) with check (true);
create policy own_city on act to parkit_city using ((city = city_now())) with check ((city = city_now()));

-- parkit_app may only select
create table archived_chat_message (
  message_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  sender text not null,
  sender_name text default ''::text not null,
  text text not null,
  said_at timestamp with time zone not null,
  key text,
  input_hash bytea,
  session_id text,
  constraint archived_chat_message_pkey PRIMARY KEY (message_id, said_at),
  constraint archived_chat_message_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(conversation_id) ON DELETE CASCADE
);
CREATE INDEX archived_chat_message_conversation_id_said_at_idx ON archived_chat_message USING btree (conversation_id, said_at);

-- parkit_app may only select, update
create table archived_session (
  session_id text not null,
  driver_id uuid not null,
  vehicle_id uuid,
  plate_key text not null,
  vehicle jsonb not null,
  place jsonb not null,
  zone_number text not null,
  tariff_id text,
  tariff_version integer,
  status text not null,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  parking_cents integer not null,
  fee_cents integer not null,
  refunded_cents integer default 0 not null,
  paid_via text not null,
  auto_session boolean default false not null,
  auto_extended boolean default false not null,
  method_id text,
  payment text,
  free_cancel boolean default false not null,
  city integer default 1 not null,
  operator_id uuid,
  moves smallint default 0 not null,
  plate_changes smallint default 0 not null,
  part_from_at timestamp with time zone,
  facts jsonb default '{"holds": [], "spaceKind": "general", "vehicleKind": "car"}'::jsonb not null,
  rule_book_id text,
  rule_book_version integer,
  rules_as_of timestamp with time zone,
  moves_given smallint default 0 not null,
  constraint archived_session_pkey PRIMARY KEY (session_id, started_at),
  constraint archived_session_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint archived_session_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicle(vehicle_id) ON DELETE SET NULL
);
CREATE INDEX archived_session_driver_id_started_at_session_id_idx ON archived_session USING btree (driver_id, started_at DESC, session_id DESC);
CREATE INDEX archived_session_plate_key_zone_number_started_at_idx ON archived_session USING btree (plate_key, zone_number, started_at DESC);
CREATE INDEX archived_session_started_at_idx ON archived_session USING btree (started_at) WHERE ((plate_key !~~ 'hashed %'::text) AND (plate_key !~~ 'erased %'::text));
CREATE INDEX archived_session_vehicle_id_idx ON archived_session USING btree (vehicle_id);

-- parkit_app may only select
create table archived_step (
  session_id text not null,
  seq smallint not null,
  at timestamp with time zone not null,
  kind text not null,
  minutes integer not null,
  amount_cents integer not null,
  auto boolean default false not null,
  started_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint archived_step_pkey PRIMARY KEY (session_id, started_at, seq),
  constraint archived_step_session_id_fkey FOREIGN KEY (session_id) REFERENCES session_key(session_id)
);

create table assignment (
  conversation_id uuid not null,
  staff_id uuid,
  closed_seq integer default 0 not null,
  constraint assignment_pkey PRIMARY KEY (conversation_id),
  constraint assignment_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(conversation_id) ON DELETE CASCADE,
  constraint assignment_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id) ON DELETE SET NULL,
  constraint assignment_closed_seq_check CHECK ((closed_seq >= 0))
);
CREATE INDEX assignment_staff ON assignment USING btree (staff_id);

create table attachment (
  attachment_id uuid not null,
  driver_id uuid not null,
  by_support boolean default false not null,
  message_id uuid,
  email_id uuid,
  place smallint default 0 not null,
  name text not null,
  content_type text not null,
  bytes bytea not null,
  width integer,
  height integer,
  stored_at timestamp with time zone not null,
  constraint attachment_pkey PRIMARY KEY (attachment_id),
  constraint attachment_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint attachment_email_id_fkey FOREIGN KEY (email_id) REFERENCES support_email(email_id) ON DELETE CASCADE,
  constraint attachment_message_id_fkey FOREIGN KEY (message_id) REFERENCES chat_message_key(message_id) ON DELETE CASCADE,
  constraint attachment_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 10485760))),
  constraint attachment_check CHECK (((message_id IS NULL) OR (email_id IS NULL))),
  constraint attachment_check1 CHECK (((width IS NULL) = (height IS NULL))),
  constraint attachment_content_type_check CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'image/heic'::text, 'application/pdf'::text]))),
  constraint attachment_height_check CHECK ((height > 0)),
  constraint attachment_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint attachment_width_check CHECK ((width > 0))
);
alter table attachment alter column bytes set storage external;
CREATE INDEX attachment_driver ON attachment USING btree (driver_id, stored_at);
CREATE INDEX attachment_email ON attachment USING btree (email_id) WHERE (email_id IS NOT NULL);
CREATE INDEX attachment_message ON attachment USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE TRIGGER not_for_erased BEFORE INSERT ON attachment FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table attempt (
  attempt_id uuid not null,
  driver_id uuid not null,
  kind text not null,
  tried_at timestamp with time zone not null,
  zone_number text not null,
  plate text not null,
  plate_state text not null,
  session_id text,
  minutes integer,
  agreed_cents integer,
  latitude double precision,
  longitude double precision,
  accuracy_metres integer,
  lost integer not null,
  outcome text not null,
  answered_at timestamp with time zone,
  refusal text,
  received_at timestamp with time zone not null,
  city integer default 1 not null,
  constraint attempt_pkey PRIMARY KEY (attempt_id),
  constraint attempt_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint attempt_session_id_fkey FOREIGN KEY (session_id) REFERENCES session_key(session_id),
  constraint attempt_kind_check CHECK ((kind = ANY (ARRAY['start'::text, 'extend'::text, 'stop'::text]))),
  constraint attempt_outcome_check CHECK ((outcome = ANY (ARRAY['waiting'::text, 'asks'::text, 'yes'::text, 'no'::text, 'withdrawn'::text])))
);
CREATE INDEX attempt_driver ON attempt USING btree (driver_id, tried_at DESC);
CREATE TRIGGER not_for_erased BEFORE INSERT ON attempt FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table auto_stay (
  session_id text not null,
  wanted boolean,
  told_ends_at timestamp with time zone,
  constraint auto_stay_pkey PRIMARY KEY (session_id),
  constraint auto_stay_session_id_fkey FOREIGN KEY (session_id) REFERENCES session_key(session_id) ON DELETE CASCADE
);

create table benefit (
  driver_id uuid not null,
  class text not null,
  until_at timestamp with time zone not null,
  constraint benefit_pkey PRIMARY KEY (driver_id, class),
  constraint benefit_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint benefit_class_check CHECK ((class = 'placard'::text))
);
CREATE INDEX benefit_until ON benefit USING btree (until_at);

create table books_run (
  run_id bigint generated always as identity not null,
  at timestamp with time zone not null,
  whole boolean not null,
  epoch text not null,
  snapshot pg_snapshot not null,
  entry_id bigint not null,
  constraint books_run_pkey PRIMARY KEY (run_id)
);

create table callback (
  callback_id uuid not null,
  driver_id uuid not null,
  state text default 'requested'::text not null,
  phone text not null,
  call_date date not null,
  call_time time without time zone not null,
  requested_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  city integer,
  constraint callback_pkey PRIMARY KEY (callback_id),
  constraint callback_city_fkey FOREIGN KEY (city) REFERENCES city(city_id),
  constraint callback_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint callback_call_time_check CHECK (((((EXTRACT(minute FROM call_time))::integer % 15) = 0) AND (EXTRACT(second FROM call_time) = (0)::numeric))),
  constraint callback_phone_check CHECK ((phone ~ '^\+[0-9]{6,15}$'::text)),
  constraint callback_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'called'::text, 'closed'::text, 'cancelled'::text])))
);
CREATE INDEX callback_driver ON callback USING btree (driver_id, requested_at DESC);
CREATE INDEX callback_to_make ON callback USING btree (call_date, call_time) WHERE (state = ANY (ARRAY['requested'::text, 'called'::text]));
CREATE TRIGGER not_for_erased BEFORE INSERT ON callback FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table canned_answer (
  canned_id uuid not null,
  title text not null,
  text text,
  text_hi text,
  text_es text,
  constraint canned_answer_pkey PRIMARY KEY (canned_id),
  constraint canned_answer_title_key UNIQUE (title),
  constraint canned_answer_check CHECK (((text IS NOT NULL) OR (text_es IS NOT NULL) OR (text_hi IS NOT NULL))),
  constraint canned_answer_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000))),
  constraint canned_answer_text_es_check CHECK (((length(text_es) >= 1) AND (length(text_es) <= 2000))),
  constraint canned_answer_text_hi_check CHECK (((length(text_hi) >= 1) AND (length(text_hi) <= 2000))),
  constraint canned_answer_title_check CHECK (((length(title) >= 1) AND (length(title) <= 60)))
);

create table card_customer (
  driver_id uuid not null,
  provider text not null,
  customer_id text not null,
  mode text default 'unknown'::text not null,
  constraint card_customer_pkey PRIMARY KEY (driver_id, provider, mode),
  constraint card_customer_customer_id_key UNIQUE (customer_id),
  constraint card_customer_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint card_customer_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text, 'unknown'::text]))),
  constraint card_customer_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text])))
);
CREATE TRIGGER not_for_erased BEFORE INSERT ON card_customer FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table card_decline (
  scope text not null,
  name_hash bytea not null,
  declines integer not null,
  declined_at timestamp with time zone not null,
  constraint card_decline_pkey PRIMARY KEY (scope, name_hash),
  constraint card_decline_declines_check CHECK ((declines > 0)),
  constraint card_decline_name_hash_check CHECK ((length(name_hash) = 32)),
  constraint card_decline_scope_check CHECK ((scope = ANY (ARRAY['account'::text, 'card'::text, 'address'::text])))
);
CREATE INDEX card_decline_at ON card_decline USING btree (declined_at);

create table card_event (
  event_id text not null,
  type text not null,
  taken_at timestamp with time zone not null,
  constraint card_event_pkey PRIMARY KEY (event_id)
);
CREATE INDEX card_event_taken ON card_event USING btree (taken_at);

create table card_keys (
  is_only boolean default true not null,
  provider text not null,
  mode text not null,
  constraint card_keys_pkey PRIMARY KEY (is_only),
  constraint card_keys_is_only_check CHECK (is_only),
  constraint card_keys_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint card_keys_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text])))
);

create table challenge (
  challenge_id uuid not null,
  destination text not null,
  channel text not null,
  code_hash bytea not null,
  driver_id uuid,
  registration jsonb,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  tries smallint default 0 not null,
  used_at timestamp with time zone,
  is_contact boolean default false not null,
  is_link boolean default false not null,
  constraint challenge_pkey PRIMARY KEY (challenge_id),
  constraint challenge_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint challenge_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text]))),
  constraint challenge_check CHECK (((driver_id IS NULL) OR (registration IS NULL))),
  constraint challenge_check1 CHECK (((used_at IS NULL) OR (driver_id IS NOT NULL) OR (registration IS NOT NULL))),
  constraint challenge_check2 CHECK (((NOT is_contact) OR ((driver_id IS NOT NULL) AND (registration IS NULL)))),
  constraint challenge_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint challenge_tries_check CHECK (((tries >= 0) AND (tries <= 5)))
);
CREATE INDEX challenge_destination ON challenge USING btree (destination, created_at);
CREATE INDEX challenge_expires ON challenge USING btree (expires_at);

-- parkit_app may only insert, select
-- parkit_city may insert
create table change (
  xid xid8 default pg_current_xact_id() not null,
  at timestamp with time zone default now() not null,
  topic text not null,
  city integer,
  zone_number text,
  driver_id uuid,
  ref text,
  constraint change_topic_check CHECK ((topic = ANY (ARRAY['session'::text, 'money'::text, 'right'::text, 'zone'::text, 'rules'::text, 'override'::text, 'terms'::text, 'count'::text, 'sign_in'::text, 'chat'::text, 'desk'::text, 'due'::text, 'proposal'::text])))
) partition by RANGE (at);
CREATE INDEX change_xid ON ONLY change USING btree (xid);
CREATE TRIGGER change_tell BEFORE INSERT ON change FOR EACH ROW EXECUTE FUNCTION change_tell();
create policy all_cities on change to parkit_app using (true) with check (true);
create policy own_city on change to parkit_city using ((city = city_now())) with check ((city = city_now()));

create table charge (
  charge_id uuid not null,
  driver_id uuid not null,
  key text not null,
  input_hash bytea not null,
  method_id text not null,
  amount_cents integer not null,
  state text default 'pending'::text not null,
  provider_reference text,
  asked_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  purpose text default 'topUp'::text not null,
  session_id text,
  method_name text,
  capture_cents integer,
  bank_asked boolean default false not null,
  off_session boolean default false not null,
  decline_reason text,
  capture_before timestamp with time zone,
  statement text,
  provider text default card_provider() not null,
  mode text default card_mode() not null,
  saves_card boolean default false not null,
  constraint charge_pkey PRIMARY KEY (charge_id),
  constraint charge_driver_id_key_key UNIQUE (driver_id, key),
  constraint charge_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint charge_amount_cents_check CHECK ((amount_cents > 0)),
  constraint charge_check CHECK (((state = 'pending'::text) = (settled_at IS NULL))),
  constraint charge_check1 CHECK (((capture_cents >= 0) AND (capture_cents <= amount_cents))),
  constraint charge_check2 CHECK (((purpose = 'session'::text) = (session_id IS NOT NULL))),
  constraint charge_check3 CHECK (((capture_cents IS NOT NULL) OR (state <> ALL (ARRAY['capturing'::text, 'captured'::text, 'lost'::text])))),
  constraint charge_check4 CHECK (((decline_reason IS NULL) OR (state = 'declined'::text))),
  constraint charge_decline_reason_check CHECK ((decline_reason = ANY (ARRAY['insufficient_funds'::text, 'expired_card'::text, 'incorrect_cvc'::text, 'processing_error'::text, 'not_authenticated'::text]))),
  constraint charge_purpose_check CHECK (((purpose = 'autoTopUp'::text) OR ((purpose = 'session'::text) OR (purpose = ANY (ARRAY['topUp'::text, 'authorize'::text]))))),
  constraint charge_state_check CHECK ((((purpose = 'session'::text) AND (state = 'replaced'::text)) OR (((purpose = 'autoTopUp'::text) AND (state = 'succeeded'::text)) OR (((purpose = 'session'::text) AND (state = ANY (ARRAY['held'::text, 'capturing'::text, 'captured'::text, 'released'::text, 'lost'::text]))) OR ((state = ANY (ARRAY['pending'::text, 'declined'::text, 'void'::text])) OR (((purpose = 'topUp'::text) AND (state = 'succeeded'::text)) OR ((purpose = 'authorize'::text) AND (state = 'released'::text))))))))
);
CREATE INDEX charge_pending ON charge USING btree (driver_id) WHERE (state = 'pending'::text);
CREATE UNIQUE INDEX charge_reference ON charge USING btree (provider_reference);
CREATE INDEX charge_session ON charge USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE TRIGGER not_for_erased BEFORE INSERT ON charge FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table chat_message (
  message_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  sender text not null,
  sender_name text default ''::text not null,
  text text not null,
  said_at timestamp with time zone not null,
  key text,
  input_hash bytea,
  session_id text,
  constraint chat_message_pkey PRIMARY KEY (message_id, said_at),
  constraint chat_message_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(conversation_id) ON DELETE CASCADE,
  constraint chat_message_session_id_fkey FOREIGN KEY (session_id) REFERENCES session_key(session_id),
  constraint chat_message_check CHECK (((key IS NULL) = (input_hash IS NULL))),
  constraint chat_message_input_hash_check CHECK ((length(input_hash) = 32)),
  constraint chat_message_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  constraint chat_message_sender_check CHECK ((sender = ANY (ARRAY['driver'::text, 'support'::text, 'auto'::text]))),
  constraint chat_message_seq_check CHECK ((seq > 0)),
  constraint chat_message_text_check CHECK ((length(text) <= 2000))
) partition by RANGE (said_at);
CREATE INDEX chat_message_said ON ONLY chat_message USING btree (conversation_id, said_at);
CREATE TRIGGER chat_message_keep_key AFTER INSERT ON chat_message FOR EACH ROW EXECUTE FUNCTION chat_message_keep_key();
CREATE TRIGGER chat_message_stands AFTER INSERT ON chat_message FOR EACH ROW WHEN ((new.sender <> 'auto'::text)) EXECUTE FUNCTION chat_message_stands();

-- parkit_app may only insert, select
create table chat_message_key (
  message_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  sender text not null,
  key text,
  said_at timestamp with time zone not null,
  constraint chat_message_key_pkey PRIMARY KEY (message_id),
  constraint chat_message_key_conversation_id_sender_key_key UNIQUE (conversation_id, sender, key),
  constraint chat_message_key_conversation_id_seq_key UNIQUE (conversation_id, seq),
  constraint chat_message_key_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(conversation_id) ON DELETE CASCADE
);

-- parkit_city may select
create table city (
  name text not null,
  hash text,
  imported_at timestamp with time zone,
  city_id integer generated by default as identity not null,
  code text not null,
  time_zone text not null,
  country text not null,
  region text not null,
  currency text not null,
  centre_lat double precision not null,
  centre_lon double precision not null,
  units text not null,
  languages text[] not null,
  support_hours jsonb not null,
  bounds double precision[],
  tiles text,
  tiles_attribution text,
  tiles_schema text,
  open_data boolean default true not null,
  most_withdrawn_percent integer default 5 not null,
  placard text default 'none'::text not null,
  named_places boolean default false not null,
  state text default 'live'::text not null,
  constraint city_pkey PRIMARY KEY (city_id),
  constraint city_code_key UNIQUE (code),
  constraint city_bounds_check CHECK ((cardinality(bounds) = 4)),
  constraint city_check CHECK ((((centre_lat >= ('-90'::integer)::double precision) AND (centre_lat <= (90)::double precision)) AND ((centre_lon >= ('-180'::integer)::double precision) AND (centre_lon <= (180)::double precision)))),
  constraint city_code_check CHECK ((code ~ '^[a-z][a-z0-9-]{1,30}$'::text)),
  constraint city_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint city_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint city_most_withdrawn_percent_check CHECK (((most_withdrawn_percent >= 0) AND (most_withdrawn_percent <= 100))),
  constraint city_name_check CHECK ((name <> ''::text)),
  constraint city_placard_check CHECK ((placard = ANY (ARRAY['none'::text, 'self-declared'::text]))),
  constraint city_state_check CHECK ((state = ANY (ARRAY['setup'::text, 'live'::text, 'paused'::text]))),
  constraint city_tiles_check CHECK ((tiles <> ''::text)),
  constraint city_tiles_schema_check CHECK ((tiles_schema = ANY (ARRAY['protomaps'::text, 'mapbox'::text]))),
  constraint city_units_check CHECK ((units = ANY (ARRAY['mi'::text, 'km'::text])))
);
CREATE CONSTRAINT TRIGGER city_has_terms AFTER INSERT ON city DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION city_usual_terms();
create policy all_cities on city to parkit_app using (true) with check (true);
create policy own_city on city to parkit_city using ((city_id = city_now())) with check ((city_id = city_now()));

-- parkit_app may only insert, select
-- parkit_city may insert, select
create table city_terms (
  city integer not null,
  version integer not null,
  in_force_from timestamp with time zone not null,
  service_fee_cents integer not null,
  free_cancel_seconds integer not null,
  free_cancels_plate_zone_day integer not null,
  free_cancels_account_day integer not null,
  auto_extend_minutes integer not null,
  history_days integer not null,
  made_by text not null,
  made_at timestamp with time zone not null,
  proposal_id uuid,
  constraint city_terms_pkey PRIMARY KEY (city, version),
  constraint city_terms_city_fkey FOREIGN KEY (city) REFERENCES city(city_id),
  constraint city_terms_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(proposal_id),
  constraint city_terms_auto_extend_minutes_check CHECK (((auto_extend_minutes >= 5) AND (auto_extend_minutes <= 120))),
  constraint city_terms_check CHECK (((version = 1) OR (in_force_from >= (made_at + '00:01:00'::interval)))),
  constraint city_terms_free_cancel_seconds_check CHECK (((free_cancel_seconds >= 0) AND (free_cancel_seconds <= 3600))),
  constraint city_terms_free_cancels_account_day_check CHECK (((free_cancels_account_day >= 0) AND (free_cancels_account_day <= 100))),
  constraint city_terms_free_cancels_plate_zone_day_check CHECK (((free_cancels_plate_zone_day >= 0) AND (free_cancels_plate_zone_day <= 100))),
  constraint city_terms_history_days_check CHECK (((history_days >= 30) AND (history_days <= 3650))),
  constraint city_terms_made_by_check CHECK ((made_by <> ''::text)),
  constraint city_terms_service_fee_cents_check CHECK (((service_fee_cents >= 0) AND (service_fee_cents <= 2000))),
  constraint city_terms_version_check CHECK ((version >= 1))
);
create policy all_cities on city_terms to parkit_app using (true) with check (true);
create policy own_city on city_terms to parkit_city using ((city = city_now())) with check ((city = city_now()));

-- parkit_app may only insert, select, update
create table closure_cut (
  override_id uuid not null,
  session_id text not null,
  was_until timestamp with time zone not null,
  until_at timestamp with time zone not null,
  at timestamp with time zone not null,
  refund_cents integer not null,
  called_off_at timestamp with time zone,
  constraint closure_cut_pkey PRIMARY KEY (override_id, session_id, at),
  constraint closure_cut_session_id_fkey FOREIGN KEY (session_id) REFERENCES session_key(session_id),
  constraint closure_cut_check CHECK ((until_at < was_until)),
  constraint closure_cut_refund_cents_check CHECK ((refund_cents >= 0))
);
CREATE INDEX closure_cut_session ON closure_cut USING btree (session_id, at DESC);

create table code_count (
  what text not null,
  since timestamp with time zone not null,
  sent integer not null,
  used integer default 0 not null,
  constraint code_count_pkey PRIMARY KEY (what, since),
  constraint code_count_sent_check CHECK ((sent > 0)),
  constraint code_count_used_check CHECK ((used >= 0))
);
CREATE INDEX code_count_since ON code_count USING btree (since);

create table conversation (
  conversation_id uuid not null,
  driver_id uuid not null,
  last_seq integer default 0 not null,
  read_seq integer default 0 not null,
  begun_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  said_seq integer default 0 not null,
  told_seq integer default 0 not null,
  closed_seq integer default 0 not null,
  constraint conversation_pkey PRIMARY KEY (conversation_id),
  constraint conversation_driver_id_key UNIQUE (driver_id),
  constraint conversation_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint conversation_check CHECK (((read_seq >= 0) AND (read_seq <= last_seq))),
  constraint conversation_closed_seq_check CHECK ((closed_seq >= 0)),
  constraint conversation_said_seq_check CHECK ((said_seq >= 0)),
  constraint conversation_told_seq_check CHECK ((told_seq >= 0))
);
CREATE INDEX conversation_last ON conversation USING btree (last_at DESC);
CREATE INDEX conversation_open ON conversation USING btree (last_at) WHERE (said_seq > closed_seq);
CREATE INDEX conversation_waiting ON conversation USING btree (last_at) WHERE (said_seq > GREATEST(told_seq, closed_seq));
CREATE TRIGGER not_for_erased BEFORE INSERT ON conversation FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table credential (
  credential_id uuid not null,
  city integer not null,
  kind text not null,
  name text not null,
  operator_id uuid,
  partner_id uuid,
  token_hash bytea not null,
  scopes text[] default '{}'::text[] not null,
  zones text[],
  made_by text,
  made_at timestamp with time zone not null,
  last_used_on date,
  ended_at timestamp with time zone,
  constraint credential_pkey PRIMARY KEY (credential_id),
  constraint credential_token_hash_key UNIQUE (token_hash),
  constraint credential_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
  constraint credential_check CHECK ((ended_at >= made_at)),
  constraint credential_check1 CHECK (((kind = 'operator'::text) = (operator_id IS NOT NULL))),
  constraint credential_check2 CHECK (((kind = 'partner'::text) = (partner_id IS NOT NULL))),
  constraint credential_kind_check CHECK ((kind = ANY (ARRAY['operator'::text, 'partner'::text, 'export'::text]))),
  constraint credential_name_check CHECK ((name <> ''::text))
);
CREATE UNIQUE INDEX credential_name ON credential USING btree (city, kind, name) WHERE (ended_at IS NULL);

create table data_export (
  export_id uuid not null,
  driver_id uuid not null,
  asked_at timestamp with time zone not null,
  run_id uuid,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  bytes bigint,
  open_to bytea,
  open_until timestamp with time zone,
  constraint data_export_pkey PRIMARY KEY (export_id),
  constraint data_export_driver_id_key UNIQUE (driver_id),
  constraint data_export_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint data_export_bytes_check CHECK ((bytes > 0)),
  constraint data_export_check CHECK ((((ready_at IS NULL) = (expires_at IS NULL)) AND ((ready_at IS NULL) = (bytes IS NULL))))
);
CREATE TRIGGER not_for_erased BEFORE INSERT ON data_export FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table data_export_chunk (
  export_id uuid not null,
  seq integer not null,
  bytes bytea not null,
  constraint data_export_chunk_pkey PRIMARY KEY (export_id, seq),
  constraint data_export_chunk_export_id_fkey FOREIGN KEY (export_id) REFERENCES data_export(export_id) ON DELETE CASCADE,
  constraint data_export_chunk_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 262144))),
  constraint data_export_chunk_seq_check CHECK ((seq >= 0))
);
alter table data_export_chunk alter column bytes set storage external;

-- parkit_city may insert, select, update
create table day_list (
  city integer not null,
  list_id text not null,
  name text not null,
  known_until date not null,
  removed_at timestamp with time zone,
  constraint day_list_pkey PRIMARY KEY (city, list_id),
  constraint day_list_city_fkey FOREIGN KEY (city) REFERENCES city(city_id),
  constraint day_list_list_id_check CHECK ((list_id ~ '^[A-Za-z0-9._-]{1,60}$'::text)),
  constraint day_list_name_check CHECK ((name <> ''::text))
);
CREATE TRIGGER day_list_added AFTER INSERT ON day_list REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rules_change();
CREATE TRIGGER day_list_changed AFTER UPDATE ON day_list REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rules_change();
create policy all_cities on day_list to parkit_app using (true) with check (true);
create policy own_city on day_list to parkit_city using ((city = city_now())) with check ((city = city_now()));

-- parkit_app may only insert, select, update
-- parkit_city may insert, select, update
create table day_list_day (
  city integer not null,
  list_id text not null,
  day date not null,
  published_at timestamp with time zone not null,
  name text not null,
  from_time text,
  to_time text,
  removed_at timestamp with time zone,
  constraint day_list_day_pkey PRIMARY KEY (city, list_id, day, published_at),
  constraint day_list_day_city_list_id_fkey FOREIGN KEY (city, list_id) REFERENCES day_list(city, list_id),
  constraint day_list_day_check CHECK ((removed_at >= published_at)),
  constraint day_list_day_from_time_check CHECK ((from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint day_list_day_to_time_check CHECK ((to_time ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'::text))
);
CREATE TRIGGER day_list_day_added AFTER INSERT ON day_list_day REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rules_change();
CREATE TRIGGER day_list_day_changed AFTER UPDATE ON day_list_day REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rules_change();
create policy all_cities on day_list_day to parkit_app using (true) with check (true);
create policy own_city on day_list_day to parkit_city using ((city = city_now())) with check ((city = city_now()));

-- parkit_app may only insert, select
create table desk_act (
  act_id bigint generated always as identity not null,
  at timestamp with time zone not null,
  staff_id uuid not null,
  kind text not null,
  subject text not null,
  details jsonb default '{}'::jsonb not null,
  constraint desk_act_pkey PRIMARY KEY (act_id),
  constraint desk_act_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  constraint desk_act_kind_check CHECK ((kind = ANY (ARRAY['signedIn'::text, 'signedOut'::text, 'invitationAccepted'::text, 'answered'::text, 'assigned'::text, 'closed'::text, 'cannedKept'::text, 'cannedDropped'::text, 'called'::text, 'callClosed'::text, 'refunded'::text, 'reopened'::text, 'invited'::text, 'removed'::text, 'paidOut'::text, 'refundProposed'::text, 'proposalRefused'::text, 'proposalWithdrawn'::text]))) NOT VALID
);
CREATE UNIQUE INDEX desk_act_paid_out ON desk_act USING btree (subject) WHERE (kind = 'paidOut'::text);
CREATE INDEX desk_act_subject ON desk_act USING btree (subject, act_id DESC);
CREATE INDEX desk_act_words ON desk_act USING btree (((details ->> 'driverId'::text))) WHERE (details ? 'reason'::text);
CREATE TRIGGER desk_act_append_only BEFORE DELETE OR TRUNCATE ON desk_act FOR EACH STATEMENT EXECUTE FUNCTION desk_act_refuse_change();
CREATE TRIGGER desk_act_keeps BEFORE UPDATE ON desk_act FOR EACH ROW EXECUTE FUNCTION desk_act_refuse_update();

create table dispute (
  dispute_id text not null,
  driver_id uuid not null,
  charge_id uuid,
  amount_cents integer not null,
  wallet_cents integer not null,
  state text not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  provider text default card_provider() not null,
  mode text default card_mode() not null,
  constraint dispute_pkey PRIMARY KEY (dispute_id),
  constraint dispute_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charge(charge_id),
  constraint dispute_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint dispute_amount_cents_check CHECK ((amount_cents > 0)),
  constraint dispute_check CHECK (((wallet_cents >= 0) AND (wallet_cents <= amount_cents))),
  constraint dispute_check1 CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint dispute_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX dispute_charge ON dispute USING btree (charge_id);
CREATE INDEX dispute_driver ON dispute USING btree (driver_id);

create table driver (
  driver_id uuid not null,
  first_name text not null,
  last_name text default ''::text not null,
  email text,
  phone text,
  user_name text,
  password_hash text,
  address_line_1 text default ''::text not null,
  address_line_2 text default ''::text not null,
  city text default ''::text not null,
  state text default ''::text not null,
  zip_code text default ''::text not null,
  language text default 'en'::text not null,
  min_balance_cents integer default 0 not null,
  default_add_cents integer,
  created_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  passkey_offer_declined_at timestamp with time zone,
  unconfirmed_email text,
  email_links_sent smallint default 0 not null,
  constraint driver_pkey PRIMARY KEY (driver_id),
  constraint driver_email_key UNIQUE (email),
  constraint driver_phone_key UNIQUE (phone),
  constraint driver_user_name_key UNIQUE (user_name),
  constraint driver_default_add_cents_check CHECK (((default_add_cents >= 100) AND (default_add_cents <= 50000))),
  constraint driver_email_check CHECK ((email <> ''::text)),
  constraint driver_erased_unconfirmed CHECK (((erased_at IS NULL) OR (unconfirmed_email IS NULL))),
  constraint driver_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'hi'::text]))),
  constraint driver_min_balance_cents_check CHECK (((min_balance_cents >= 0) AND (min_balance_cents <= 200000))),
  constraint driver_named_or_erased CHECK (
CASE
    WHEN (erased_at IS NULL) THEN ((phone IS NOT NULL) AND (user_name IS NOT NULL))
    ELSE ((COALESCE(phone, user_name, email, password_hash) IS NULL) AND (((((((first_name || last_name) || address_line_1) || address_line_2) || city) || state) || zip_code) = ''::text))
END),
  constraint driver_one_email CHECK (((email IS NULL) OR (unconfirmed_email IS NULL))),
  constraint driver_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text)),
  constraint driver_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text)),
  constraint driver_unconfirmed_email_check CHECK ((unconfirmed_email <> ''::text)),
  constraint driver_user_name_check CHECK ((user_name <> ''::text))
);

create table driver_photo (
  driver_id uuid not null,
  content_type text not null,
  bytes bytea not null,
  digest bytea not null,
  constraint driver_photo_pkey PRIMARY KEY (driver_id),
  constraint driver_photo_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint driver_photo_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 2097152))),
  constraint driver_photo_content_type_check CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text]))),
  constraint driver_photo_digest_check CHECK ((length(digest) = 32))
);
CREATE TRIGGER not_for_erased BEFORE INSERT ON driver_photo FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

-- parkit_app may only select
create table entry (
  entry_id bigint default nextval('entry_entry_id_seq'::regclass) not null,
  kind text not null,
  at timestamp with time zone not null,
  driver_id uuid not null,
  session_id text,
  reference text,
  city integer,
  operator_id uuid,
  constraint entry_pkey PRIMARY KEY (entry_id),
  constraint entry_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint entry_kind_check CHECK (((kind = 'closureRefund'::text) OR ((kind = ANY ('{movedOut,movedIn}'::text[])) OR ((kind = 'paidOut'::text) OR ((kind = ANY (ARRAY['planRefundRequested'::text, 'leftBehind'::text])) OR ((kind = ANY (ARRAY['disputeOpened'::text, 'disputeWon'::text])) OR ((kind = ANY (ARRAY['autoTopUp'::text, 'withdrawal'::text, 'refundRequested'::text, 'refundSent'::text, 'refundFailed'::text, 'refund'::text])) OR ((kind = 'captured'::text) OR ((kind = 'planFee'::text) OR (kind = ANY (ARRAY['topUp'::text, 'fare'::text, 'extension'::text, 'unusedMinutes'::text, 'cancelled'::text]))))))))))) NOT VALID
) partition by RANGE (entry_id);
CREATE INDEX entry_session ON ONLY entry USING btree (session_id);
CREATE TRIGGER entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- parkit_app may only select
create table entry_reference (
  kind text not null,
  reference text not null,
  entry_id bigint not null,
  constraint entry_reference_pkey PRIMARY KEY (reference, kind)
);
CREATE TRIGGER entry_reference_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON entry_reference FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- parkit_app may only select
create table feed_epoch (
  epoch uuid default gen_random_uuid() not null
);
CREATE UNIQUE INDEX feed_epoch_one ON feed_epoch USING btree ((true));

create table feedback (
  feedback_id uuid not null,
  driver_id uuid not null,
  session_id text,
  stars smallint not null,
  words text not null,
  sent_at timestamp with time zone not null,
  constraint feedback_pkey PRIMARY KEY (feedback_id),
  constraint feedback_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint feedback_session_id_fkey FOREIGN KEY (session_id) REFERENCES session_key(session_id) ON DELETE CASCADE,
  constraint feedback_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint feedback_words_check CHECK ((length(words) <= 2000))
);
CREATE INDEX feedback_sent ON feedback USING btree (sent_at DESC, feedback_id DESC);
CREATE INDEX feedback_sent_at ON feedback USING btree (sent_at);
CREATE UNIQUE INDEX feedback_session ON feedback USING btree (driver_id, session_id);
CREATE TRIGGER not_for_erased BEFORE INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table guess (
  kind text not null,
  name_hash bytea not null,
  tries integer not null,
  tried_at timestamp with time zone not null,
  constraint guess_pkey PRIMARY KEY (kind, name_hash),
  constraint guess_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'code'::text, 'desk'::text]))),
  constraint guess_name_hash_check CHECK ((length(name_hash) = 32)),
  constraint guess_tries_check CHECK ((tries > 0))
);
CREATE INDEX guess_tried ON guess USING btree (tried_at);

create table idempotency (
  caller_id uuid not null,
  key text not null,
  call text not null,
  input_hash bytea not null,
  answer jsonb not null,
  at timestamp with time zone not null,
  constraint idempotency_pkey PRIMARY KEY (caller_id, key),
  constraint idempotency_caller_id_fkey FOREIGN KEY (caller_id) REFERENCES driver(driver_id)
);
alter table idempotency alter column call set statistics 0;
alter table idempotency alter column input_hash set statistics 0;
alter table idempotency alter column answer set statistics 0;
CREATE INDEX idempotency_at ON idempotency USING btree (at);

-- parkit_city may delete, insert, select
create table import_file (
  import_id uuid not null,
  role text not null,
  name text not null,
  part integer not null,
  bytes bytea not null,
  constraint import_file_pkey PRIMARY KEY (import_id, role, name, part),
  constraint import_file_import_id_fkey FOREIGN KEY (import_id) REFERENCES import_run(import_id) ON DELETE CASCADE,
  constraint import_file_part_check CHECK ((part >= 0)),
  constraint import_file_role_check CHECK ((role = ANY (ARRAY['file'::text, 'with'::text, 'join'::text])))
);
create policy all_cities on import_file to parkit_app using (true) with check (true);
create policy own_city on import_file to parkit_city using ((import_id IN ( SELECT import_run.import_id
   FROM import_run
  WHERE (import_run.city = city_now())))) with check ((import_id IN ( SELECT import_run.import_id
   FROM import_run
  WHERE (import_run.city = city_now()))));

-- parkit_city may delete, insert, select, update
create table import_row (
  import_id uuid not null,
  row_no integer not null,
  nth smallint default 0 not null,
  key text not null,
  change text not null,
  before jsonb,
  after jsonb,
  field text,
  reason text,
  version integer,
  constraint import_row_pkey PRIMARY KEY (import_id, row_no, nth),
  constraint import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES import_run(import_id) ON DELETE CASCADE,
  constraint import_row_change_check CHECK ((change = ANY (ARRAY['added'::text, 'changed'::text, 'withdrawn'::text, 'same'::text, 'refused'::text]))),
  constraint import_row_check CHECK (((change <> 'refused'::text) OR (reason IS NOT NULL))),
  constraint import_row_row_no_check CHECK ((row_no >= 0))
);
create policy all_cities on import_row to parkit_app using (true) with check (true);
create policy own_city on import_row to parkit_city using ((import_id IN ( SELECT import_run.import_id
   FROM import_run
  WHERE (import_run.city = city_now())))) with check ((import_id IN ( SELECT import_run.import_id
   FROM import_run
  WHERE (import_run.city = city_now()))));

-- parkit_city may insert, select, update
create table import_run (
  import_id uuid not null,
  city integer not null,
  source_id text not null,
  format text not null,
  file_hash text not null,
  state text not null,
  counters jsonb default '{}'::jsonb not null,
  rules jsonb default '{}'::jsonb not null,
  base text,
  made_by text not null,
  read_at timestamp with time zone not null,
  published_at timestamp with time zone,
  published_by text,
  undone_at timestamp with time zone,
  undone_by text,
  reading jsonb default '{}'::jsonb not null,
  error text,
  claim uuid,
  claimed_until timestamp with time zone,
  names jsonb,
  constraint import_run_pkey PRIMARY KEY (import_id),
  constraint import_run_city_fkey FOREIGN KEY (city) REFERENCES city(city_id),
  constraint import_run_city_source_id_fkey FOREIGN KEY (city, source_id) REFERENCES source(city, source_id),
  constraint import_run_check CHECK (((published_at IS NOT NULL) OR (state <> ALL (ARRAY['published'::text, 'undone'::text])))),
  constraint import_run_check1 CHECK (((undone_at IS NOT NULL) = (state = 'undone'::text))),
  constraint import_run_check2 CHECK (((claim IS NULL) = (claimed_until IS NULL))),
  constraint import_run_counters_check CHECK ((jsonb_typeof(counters) = 'object'::text)),
  constraint import_run_reading_check CHECK ((jsonb_typeof(reading) = 'object'::text)),
  constraint import_run_rules_check CHECK ((jsonb_typeof(rules) = 'object'::text)),
  constraint import_run_state_check CHECK ((state = ANY (ARRAY['read'::text, 'checking'::text, 'checked'::text, 'published'::text, 'undone'::text, 'failed'::text])))
);
CREATE INDEX import_run_city ON import_run USING btree (city, read_at DESC);
create policy all_cities on import_run to parkit_app using (true) with check (true);
create policy own_city on import_run to parkit_city using ((city = city_now())) with check ((city = city_now()));

create table job (
  kind text not null,
  ref text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  request_id text,
  constraint job_pkey PRIMARY KEY (kind, ref),
  constraint job_request_id_check CHECK (((length(request_id) >= 8) AND (length(request_id) <= 64)))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0, vacuum_truncate=false);
CREATE INDEX job_kind ON job USING btree (kind, run_at, ref);
CREATE TRIGGER job_wake AFTER INSERT OR UPDATE OF run_at ON job FOR EACH ROW WHEN ((new.run_at <= (now() + '00:00:01'::interval))) EXECUTE FUNCTION job_wake();

-- parkit_app may only select
create table migration (
  number bigint not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migration_pkey PRIMARY KEY (number)
);

create table notice (
  notice_id uuid not null,
  driver_id uuid not null,
  kind text not null,
  data jsonb not null,
  at timestamp with time zone not null,
  constraint notice_pkey PRIMARY KEY (notice_id),
  constraint notice_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE
);
CREATE INDEX notice_driver ON notice USING btree (driver_id);

create table notice_choice (
  driver_id uuid not null,
  kind text not null,
  channel text not null,
  wanted boolean not null,
  constraint notice_choice_pkey PRIMARY KEY (driver_id, kind, channel),
  constraint notice_choice_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint notice_choice_channel_check CHECK ((channel = ANY (ARRAY['push'::text, 'mail'::text, 'sms'::text])))
);
CREATE TRIGGER not_for_erased BEFORE INSERT ON notice_choice FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table occupancy (
  zone_number text not null,
  observed_at timestamp with time zone not null,
  taken integer not null,
  constraint occupancy_pkey PRIMARY KEY (zone_number),
  constraint occupancy_zone_number_fkey FOREIGN KEY (zone_number) REFERENCES place(zone_number),
  constraint occupancy_taken_check CHECK ((taken >= 0))
);
CREATE TRIGGER occupancy_copy AFTER INSERT OR UPDATE ON occupancy FOR EACH ROW EXECUTE FUNCTION occupancy_copy();

create table operator (
  operator_id uuid not null,
  name text not null,
  token_hash bytea not null,
  invited_at timestamp with time zone not null,
  city integer default 1 not null,
  constraint operator_pkey PRIMARY KEY (operator_id),
  constraint operator_name_key UNIQUE (name),
  constraint operator_token_hash_key UNIQUE (token_hash),
  constraint operator_name_check CHECK ((name <> ''::text))
);

create table outbox (
  message_id uuid not null,
  channel text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  queued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  once boolean default false not null,
  taken_at timestamp with time zone,
  language text default 'en'::text not null,
  constraint outbox_pkey PRIMARY KEY (message_id),
  constraint outbox_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text]))),
  constraint outbox_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'hi'::text]))),
  constraint outbox_recipient_check CHECK ((recipient <> ''::text))
) with (vacuum_truncate=false, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);
alter table outbox alter column subject set statistics 0;
alter table outbox alter column body set statistics 0;

-- parkit_app may only insert, select, update
-- parkit_city may insert, select, update
create table override (
  override_id uuid not null,
  city integer not null,
  name text not null,
  reason text,
  kind text not null,
  rule jsonb,
  tow boolean default false not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  state text not null,
  published_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  proposal_id uuid,
  source_id text,
  source_ref text,
  constraint override_pkey PRIMARY KEY (override_id),
  constraint override_city_fkey FOREIGN KEY (city) REFERENCES city(city_id),
  constraint override_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(proposal_id) NOT VALID,
  constraint override_check CHECK (((published_at IS NOT NULL) OR (state <> ALL (ARRAY['published'::text, 'cancelled'::text])))),
  constraint override_check1 CHECK (((cancelled_at IS NOT NULL) = (state = 'cancelled'::text))),
  constraint override_check2 CHECK ((ends_at > starts_at)),
  constraint override_check3 CHECK (((kind = 'fewer'::text) = (rule IS NULL))),
  constraint override_check4 CHECK (((kind <> 'closed'::text) OR ((rule ->> 'activity'::text) = 'none'::text))),
  constraint override_check5 CHECK (((kind <> 'rate'::text) OR ((rule ->> 'activity'::text) <> 'none'::text))),
  constraint override_check6 CHECK (((kind <> 'rate'::text) OR (state = 'draft'::text) OR (proposal_id IS NOT NULL))),
  constraint override_kind_check CHECK ((kind = ANY (ARRAY['closed'::text, 'rate'::text, 'fewer'::text]))),
  constraint override_name_check CHECK ((name <> ''::text)),
  constraint override_rule_check CHECK (((jsonb_typeof(rule) = 'object'::text) AND (((rule ->> 'priority'::text))::integer = 0))),
  constraint override_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'proposed'::text, 'published'::text, 'cancelled'::text])))
);
CREATE INDEX override_ends ON override USING btree (city, ends_at);
CREATE INDEX override_source ON override USING btree (city, source_id, ends_at) WHERE (source_id IS NOT NULL);
CREATE TRIGGER override_added AFTER INSERT ON override REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION override_change();
CREATE TRIGGER override_changed AFTER UPDATE ON override REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION override_change();
create policy all_cities on override to parkit_app using (true) with check (true);
create policy own_city on override to parkit_city using ((city = city_now())) with check ((city = city_now()));

-- parkit_city may delete, insert, select
create table override_zone (
  city integer not null,
  zone_number text not null,
  override_id uuid not null,
  spaces_less integer,
  constraint override_zone_pkey PRIMARY KEY (city, zone_number, override_id),
  constraint override_zone_override_id_fkey FOREIGN KEY (override_id) REFERENCES override(override_id),
  constraint override_zone_spaces_less_check CHECK ((spaces_less > 0)),
  constraint override_zone_zone_number_check CHECK ((zone_number ~ '^[0-9]{4,6}$'::text))
);
CREATE INDEX override_zone_override ON override_zone USING btree (override_id);
CREATE TRIGGER override_zone_added AFTER INSERT ON override_zone REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION override_change();
CREATE TRIGGER override_zone_removed AFTER DELETE ON override_zone REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION override_change();
create policy all_cities on override_zone to parkit_app using (true) with check (true);
create policy own_city on override_zone to parkit_city using ((city = city_now())) with check ((city = city_now()));

create table parking_options (
  driver_id uuid not null,
  auto_start boolean default false not null,
  auto_extend boolean default false not null,
  max_payment_on boolean default true not null,
  max_payment_cents integer default 1500 not null,
  constraint parking_options_pkey PRIMARY KEY (driver_id),
  constraint parking_options_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint parking_options_max_payment_cents_check CHECK (((max_payment_cents >= 100) AND (max_payment_cents <= 50000)))
);
CREATE TRIGGER not_for_erased BEFORE INSERT ON parking_options FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table parking_right (
  kind text not null,
  ref text not null,
  city integer default 1 not null,
  zone_number text,
  area_id text,
  plate_key text not null,
  plate_fold text not null,
  driver_id uuid,
  state text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  class text,
  source_id text,
  as_of timestamp with time zone not null,
  label text,
  constraint parking_right_pkey PRIMARY KEY (kind, ref),
  constraint parking_right_kind_check CHECK ((kind = ANY (ARRAY['session'::text, 'permit'::text, 'guest'::text, 'reservation'::text, 'partner'::text, 'reported'::text]))),
  constraint parking_right_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'live'::text, 'over'::text, 'left'::text, 'void'::text])))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0, vacuum_truncate=false);
CREATE INDEX parking_right_area ON parking_right USING btree (city, area_id, ends_at) WHERE (area_id IS NOT NULL);
CREATE UNIQUE INDEX parking_right_driver_plate ON parking_right USING btree (driver_id, plate_key) WHERE ((kind = 'session'::text) AND (state = ANY (ARRAY['pending'::text, 'live'::text])));
CREATE INDEX parking_right_plate ON parking_right USING btree (city, plate_fold);
CREATE INDEX parking_right_zone ON parking_right USING btree (city, zone_number, ends_at);

create table passkey (
  credential_id bytea not null,
  driver_id uuid,
  staff_id uuid,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  backed_up boolean not null,
  made_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (credential_id),
  constraint passkey_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint passkey_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id) ON DELETE CASCADE,
  constraint passkey_check CHECK ((num_nonnulls(driver_id, staff_id) = 1)),
  constraint passkey_counter_check CHECK ((counter >= 0)),
  constraint passkey_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  constraint passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint passkey_public_key_check CHECK ((length(public_key) > 0))
);
CREATE INDEX passkey_driver ON passkey USING btree (driver_id);
CREATE INDEX passkey_staff ON passkey USING btree (staff_id);
CREATE TRIGGER not_for_erased BEFORE INSERT ON passkey FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table passkey_challenge (
  challenge bytea not null,
  purpose text not null,
  driver_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge),
  constraint passkey_challenge_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint passkey_challenge_challenge_check CHECK ((length(challenge) = 32)),
  constraint passkey_challenge_check CHECK (((purpose = 'signIn'::text) = (driver_id IS NULL))),
  constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'signIn'::text, 'prove'::text])))
);
CREATE INDEX passkey_challenge_driver ON passkey_challenge USING btree (driver_id);
CREATE INDEX passkey_challenge_expires ON passkey_challenge USING btree (expires_at);

create table place (
  zone_number text not null,
  name text not null,
  kind text not null,
  address text not null,
  neighbourhood text not null,
  latitude double precision not null,
  longitude double precision not null,
  time_zone text not null,
  capacity integer not null,
  features text[] not null,
  ev_chargers integer not null,
  accessible_spaces integer not null,
  tariff_id text,
  min_stay_minutes integer not null,
  max_stay_minutes integer,
  no_return_minutes integer,
  refunds_unused boolean not null,
  hours jsonb not null,
  tow_away jsonb not null,
  outline jsonb not null,
  clearance_metres double precision,
  attribution text not null,
  city text not null,
  withdrawn boolean default false not null,
  rule_book_id text,
  constraint place_pkey PRIMARY KEY (zone_number),
  constraint place_accessible_spaces_check CHECK ((accessible_spaces >= 0)),
  constraint place_capacity_check CHECK ((capacity > 0)),
  constraint place_check CHECK ((max_stay_minutes >= min_stay_minutes)),
  constraint place_clearance_metres_check CHECK ((clearance_metres > (0)::double precision)),
  constraint place_ev_chargers_check CHECK ((ev_chargers >= 0)),
  constraint place_features_check CHECK ((features <@ ARRAY['ev'::text, 'covered'::text, 'accessible'::text])),
  constraint place_hours_check CHECK ((jsonb_typeof(hours) = 'array'::text)),
  constraint place_kind_check CHECK ((kind = ANY (ARRAY['street'::text, 'lot'::text, 'garage'::text]))),
  constraint place_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint place_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint place_min_stay_minutes_check CHECK ((min_stay_minutes >= 1)),
  constraint place_name_check CHECK ((name <> ''::text)),
  constraint place_no_return_minutes_check CHECK ((no_return_minutes >= 1)),
  constraint place_outline_check CHECK ((jsonb_typeof(outline) = 'array'::text)),
  constraint place_tow_away_check CHECK ((jsonb_typeof(tow_away) = 'array'::text)),
  constraint place_zone_number_check CHECK ((zone_number ~ '^[0-9]{4,6}$'::text))
);
CREATE INDEX place_city ON place USING btree (city);
CREATE INDEX place_without_book ON place USING btree (city) WHERE (rule_book_id IS NULL);

create table place_name (
  city text not null,
  kind text not null,
  name text not null,
  nth integer not null,
  also text[] default '{}'::text[] not null,
  latitude double precision not null,
  longitude double precision not null,
  lines jsonb,
  numbers jsonb,
  source_id text default 'import'::text not null,
  constraint place_name_pkey PRIMARY KEY (city, kind, name, nth),
  constraint place_name_kind_check CHECK ((kind = ANY (ARRAY['landmark'::text, 'station'::text, 'hospital'::text, 'school'::text, 'park'::text, 'neighborhood'::text, 'street'::text, 'zip'::text]))),
  constraint place_name_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint place_name_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint place_name_name_check CHECK ((name <> ''::text)),
  constraint place_name_nth_check CHECK ((nth >= 0)),
  constraint place_name_source_id_check CHECK ((source_id = ANY (ARRAY['import'::text, 'map'::text])))
);

create table plate_presence (
  plate_key text not null,
  zone_number text not null,
  direction text not null,
  seen_at timestamp with time zone not null,
  city integer default 1 not null,
  constraint plate_presence_pkey PRIMARY KEY (city, zone_number, plate_key),
  constraint plate_presence_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])))
);
CREATE INDEX plate_presence_seen_at ON plate_presence USING btree (seen_at);

create table plate_sighting (
  sighting_id uuid not null,
  plate_key text not null,
  zone_number text not null,
  direction text not null,
  seen_at timestamp with time zone not null,
  city integer default 1 not null,
  constraint plate_sighting_pkey PRIMARY KEY (sighting_id),
  constraint plate_sighting_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])))
);

-- parkit_app may only select
create table posting (
  entry_id bigint not null,
  seq smallint not null,
  account text not null,
  driver_id uuid,
  amount_cents integer not null,
  balance_after_cents integer,
  constraint posting_pkey PRIMARY KEY (entry_id, seq),
  constraint posting_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint posting_account_check CHECK (((account = 'paid_by_hand'::text) OR ((account = 'unclaimed'::text) OR ((account = 'dispute_losses'::text) OR ((account = 'refunds_due'::text) OR ((account = 'card_receivable'::text) OR ((account = 'plan_income'::text) OR (account = ANY (ARRAY['wallet'::text, 'card_clearing'::text, 'parking_income'::text, 'fee_income'::text]))))))))),
  constraint posting_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint posting_balance_after_cents_check CHECK ((balance_after_cents >= 0)),
  constraint posting_check CHECK (((account = 'wallet'::text) = (driver_id IS NOT NULL))),
  constraint posting_check1 CHECK (((account = 'wallet'::text) = (balance_after_cents IS NOT NULL)))
) partition by RANGE (entry_id);
CREATE INDEX posting_wallet ON ONLY posting USING btree (driver_id, entry_id DESC) WHERE (account = 'wallet'::text);
CREATE TRIGGER posting_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON posting FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER posting_sums_to_zero AFTER INSERT ON posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_sum();
CREATE TRIGGER top_up_watch AFTER INSERT ON posting FOR EACH ROW WHEN (((new.account = 'wallet'::text) AND (new.amount_cents < 0))) EXECUTE FUNCTION top_up_watch();

-- parkit_app may only insert, select, update
-- parkit_city may insert, select, update
create table proposal (
  proposal_id uuid not null,
  kind text not null,
  subject text not null,
  payload jsonb not null,
  digest bytea not null,
  effect_at timestamp with time zone,
  amount_cents integer,
  made_by uuid not null,
  at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  state text default 'open'::text not null,
  city integer,
  constraint proposal_pkey PRIMARY KEY (proposal_id),
  constraint proposal_city_fkey FOREIGN KEY (city) REFERENCES city(city_id),
  constraint proposal_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(staff_id),
  constraint proposal_amount_cents_check CHECK ((amount_cents > 0)),
  constraint proposal_check CHECK (((kind = 'refund'::text) = (city IS NULL))),
  constraint proposal_check1 CHECK (((kind = 'refund'::text) = (amount_cents IS NOT NULL))),
  constraint proposal_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'places'::text, 'rate'::text, 'terms'::text, 'live'::text]))),
  constraint proposal_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX proposal_at ON proposal USING btree (at DESC, proposal_id);
CREATE INDEX proposal_city ON proposal USING btree (city, at DESC, proposal_id) WHERE (city IS NOT NULL);
CREATE INDEX proposal_driver ON proposal USING btree (((payload ->> 'driverId'::text)));
CREATE INDEX proposal_made_by ON proposal USING btree (made_by);
CREATE INDEX proposal_subject ON proposal USING btree (city, kind, subject) WHERE (state = 'open'::text);
create policy all_cities on proposal to parkit_app using (true) with check (true);
create policy own_city on proposal to parkit_city using ((city = city_now())) with check ((city = city_now()));

-- parkit_app may only insert, select
-- parkit_city may insert, select
create table proposal_vote (
  proposal_id uuid not null,
  staff_id uuid not null,
  yes boolean not null,
  reason text default ''::text not null,
  at timestamp with time zone not null,
  constraint proposal_vote_pkey PRIMARY KEY (proposal_id, staff_id),
  constraint proposal_vote_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(proposal_id),
  constraint proposal_vote_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);
CREATE INDEX proposal_vote_staff ON proposal_vote USING btree (staff_id);
create policy all_cities on proposal_vote to parkit_app using (true) with check (true);
create policy own_city on proposal_vote to parkit_city using ((proposal_id IN ( SELECT proposal.proposal_id
   FROM proposal
  WHERE (proposal.city = city_now())))) with check ((proposal_id IN ( SELECT proposal.proposal_id
   FROM proposal
  WHERE (proposal.city = city_now()))));

create table push_key (
  one boolean default true not null,
  public_key text not null,
  private_key text not null,
  constraint push_key_pkey PRIMARY KEY (one),
  constraint push_key_one_check CHECK (one)
);

create table push_message (
  message_id uuid not null,
  subscription_id uuid not null,
  payload jsonb not null,
  queued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  constraint push_message_pkey PRIMARY KEY (message_id),
  constraint push_message_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscription(subscription_id) ON DELETE CASCADE
);
CREATE INDEX push_message_subscription ON push_message USING btree (subscription_id);

create table push_subscription (
  subscription_id uuid not null,
  driver_id uuid not null,
  token_hash bytea not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  made_at timestamp with time zone not null,
  countdown boolean default false not null,
  constraint push_subscription_pkey PRIMARY KEY (subscription_id),
  constraint push_subscription_endpoint_key UNIQUE (endpoint),
  constraint push_subscription_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint push_subscription_token_hash_fkey FOREIGN KEY (token_hash) REFERENCES token(token_hash) ON DELETE CASCADE
);
CREATE INDEX push_subscription_countdown ON push_subscription USING btree (driver_id) WHERE countdown;
CREATE INDEX push_subscription_driver ON push_subscription USING btree (driver_id);
CREATE INDEX push_subscription_token ON push_subscription USING btree (token_hash);
CREATE TRIGGER not_for_erased BEFORE INSERT ON push_subscription FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table recovery (
  recovery_id uuid not null,
  driver_id uuid not null,
  channel text not null,
  stop_hash bytea not null,
  begun_at timestamp with time zone not null,
  ready_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint recovery_pkey PRIMARY KEY (recovery_id),
  constraint recovery_driver_id_channel_key UNIQUE (driver_id, channel),
  constraint recovery_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint recovery_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text]))),
  constraint recovery_check CHECK ((ready_at > begun_at)),
  constraint recovery_check1 CHECK ((expires_at > ready_at)),
  constraint recovery_stop_hash_check CHECK ((length(stop_hash) = 32))
);
CREATE INDEX recovery_expires ON recovery USING btree (expires_at);

create table refund (
  refund_id uuid not null,
  decision_id uuid not null,
  driver_id uuid not null,
  purpose text not null,
  session_id text,
  charge_id uuid,
  amount_cents integer not null,
  reason text not null,
  owner text not null,
  state text not null,
  provider_reference text,
  requested_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  settled_at timestamp with time zone,
  due_at timestamp with time zone not null,
  payment_reference text,
  constraint refund_pkey PRIMARY KEY (refund_id),
  constraint refund_provider_reference_key UNIQUE (provider_reference),
  constraint refund_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charge(charge_id),
  constraint refund_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint refund_session_id_fkey FOREIGN KEY (session_id) REFERENCES session_key(session_id),
  constraint refund_amount_cents_check CHECK ((amount_cents > 0)),
  constraint refund_check CHECK (((purpose = 'session'::text) = (session_id IS NOT NULL))),
  constraint refund_check1 CHECK (((purpose <> 'withdrawal'::text) OR (charge_id IS NOT NULL))),
  constraint refund_check2 CHECK (((state = ANY (ARRAY['requested'::text, 'sent'::text])) = (settled_at IS NULL))),
  constraint refund_check3 CHECK (((state <> 'sent'::text) OR (provider_reference IS NOT NULL))),
  constraint refund_check4 CHECK (((purpose = 'plan'::text) = (payment_reference IS NOT NULL))),
  constraint refund_check5 CHECK (((payment_reference IS NULL) OR (charge_id IS NULL))),
  constraint refund_purpose_check CHECK ((purpose = ANY (ARRAY['withdrawal'::text, 'session'::text, 'plan'::text]))),
  constraint refund_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'sent'::text, 'arrived'::text, 'failed'::text])))
);
CREATE INDEX refund_charge ON refund USING btree (charge_id);
CREATE INDEX refund_decision ON refund USING btree (decision_id);
CREATE INDEX refund_driver ON refund USING btree (driver_id, requested_at DESC);
CREATE UNIQUE INDEX refund_payment ON refund USING btree (payment_reference) WHERE (payment_reference IS NOT NULL);
CREATE INDEX refund_session ON refund USING btree (session_id);
CREATE TRIGGER refund_change AFTER INSERT OR UPDATE OF state ON refund FOR EACH ROW EXECUTE FUNCTION refund_change();

create table reminder_time (
  driver_id uuid not null,
  first_minutes integer not null,
  last_minutes integer not null,
  constraint reminder_time_pkey PRIMARY KEY (driver_id),
  constraint reminder_time_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint reminder_time_check CHECK ((last_minutes < first_minutes)),
  constraint reminder_time_first_minutes_check CHECK ((first_minutes <= 120)),
  constraint reminder_time_last_minutes_check CHECK ((last_minutes >= 1))
);
CREATE TRIGGER not_for_erased BEFORE INSERT ON reminder_time FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

-- parkit_app may only select
create table routine (
  number integer generated always as identity not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint routine_pkey PRIMARY KEY (number),
  constraint routine_name_checksum_key UNIQUE (name, checksum)
);

-- parkit_app may only insert, select, update
-- parkit_city may insert, select, update
create table rule_book (
  city integer not null,
  book_id text not null,
  version integer not null,
  name text not null,
  in_force_from timestamp with time zone not null,
  state text not null,
  book jsonb not null,
  digest bytea not null,
  made_by text,
  published_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  proposal_id uuid,
  tariff_id text,
  tariff_version integer,
  constraint rule_book_pkey PRIMARY KEY (city, book_id, version),
  constraint rule_book_city_fkey FOREIGN KEY (city) REFERENCES city(city_id),
  constraint rule_book_tariff_id_tariff_version_fkey FOREIGN KEY (tariff_id, tariff_version) REFERENCES tariff(tariff_id, version),
  constraint rule_book_book_check CHECK ((jsonb_typeof(book) = 'object'::text)),
  constraint rule_book_book_id_check CHECK ((book_id ~ '^[A-Za-z0-9._-]{1,100}$'::text)),
  constraint rule_book_check CHECK (((published_at IS NOT NULL) OR (state <> 'approved'::text))),
  constraint rule_book_check1 CHECK (((withdrawn_at IS NOT NULL) = (state = 'withdrawn'::text))),
  constraint rule_book_check2 CHECK (((tariff_id IS NULL) = (tariff_version IS NULL))),
  constraint rule_book_check3 CHECK (((tariff_id IS NOT NULL) OR (state <> 'approved'::text) OR (version = 1) OR (in_force_from >= (published_at + '00:01:00'::interval)))),
  constraint rule_book_name_check CHECK ((name <> ''::text)),
  constraint rule_book_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'proposed'::text, 'approved'::text, 'withdrawn'::text]))),
  constraint rule_book_version_check CHECK ((version >= 1))
);
CREATE INDEX rule_book_in_force ON rule_book USING btree (city, book_id, in_force_from DESC, version DESC) WHERE (state = 'approved'::text);
CREATE TRIGGER rule_book_added AFTER INSERT ON rule_book REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rules_change();
CREATE TRIGGER rule_book_changed AFTER UPDATE ON rule_book REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rules_change();
CREATE TRIGGER rule_book_keep BEFORE UPDATE ON rule_book FOR EACH ROW EXECUTE FUNCTION rule_book_keep();
create policy all_cities on rule_book to parkit_app using (true) with check (true);
create policy own_city on rule_book to parkit_city using ((city = city_now())) with check ((city = city_now()));

create table sandbox_message (
  message_id uuid not null,
  channel text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  sent_at timestamp with time zone not null,
  constraint sandbox_message_pkey PRIMARY KEY (message_id)
);
alter table sandbox_message alter column subject set statistics 0;
alter table sandbox_message alter column body set statistics 0;
CREATE INDEX sandbox_message_sent_at ON sandbox_message USING btree (sent_at);

create table sandbox_object (
  id text not null,
  object text not null,
  customer text,
  body jsonb not null,
  behaviour text,
  seq bigint generated always as identity not null,
  constraint sandbox_object_pkey PRIMARY KEY (id)
);
CREATE INDEX sandbox_object_customer ON sandbox_object USING btree (customer, object);

create table sandbox_request (
  key text not null,
  input_hash bytea not null,
  status integer not null,
  answer jsonb not null,
  constraint sandbox_request_pkey PRIMARY KEY (key)
);

create table saved_place (
  driver_id uuid not null,
  city integer default 1 not null,
  zone_number text not null,
  kind text not null,
  label text not null,
  saved_at timestamp with time zone not null,
  constraint saved_place_pkey PRIMARY KEY (driver_id, city, zone_number),
  constraint saved_place_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint saved_place_kind_check CHECK ((kind = ANY (ARRAY['home'::text, 'work'::text, 'other'::text])))
);
CREATE UNIQUE INDEX saved_place_kind ON saved_place USING btree (driver_id, kind) WHERE (kind <> 'other'::text);
CREATE TRIGGER not_for_erased BEFORE INSERT ON saved_place FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

-- parkit_app may only select
create table secret (
  name text not null,
  value bytea not null,
  constraint secret_pkey PRIMARY KEY (name)
);

create table segment (
  session_id text not null,
  seq integer not null,
  driver_id uuid not null,
  city integer default 1 not null,
  kind text not null,
  zone_number text not null,
  place jsonb not null,
  tariff_id text,
  tariff_version integer,
  plate_key text not null,
  vehicle jsonb not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  minutes integer not null,
  parking_cents integer not null,
  rule_book_id text,
  rule_book_version integer,
  rules_as_of timestamp with time zone,
  constraint segment_pkey PRIMARY KEY (session_id, seq),
  constraint segment_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint segment_session_id_fkey FOREIGN KEY (session_id) REFERENCES session_key(session_id),
  constraint segment_kind_check CHECK ((kind = ANY (ARRAY['moved'::text, 'plateChanged'::text]))),
  constraint segment_minutes_check CHECK ((minutes >= 0)),
  constraint segment_parking_cents_check CHECK ((parking_cents >= 0))
);
CREATE INDEX segment_driver ON segment USING btree (driver_id, plate_key, zone_number, to_at DESC);

create table session (
  session_id text not null,
  driver_id uuid not null,
  vehicle_id uuid,
  plate_key text not null,
  vehicle jsonb not null,
  place jsonb not null,
  zone_number text not null,
  tariff_id text,
  tariff_version integer,
  status text not null,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  parking_cents integer not null,
  fee_cents integer not null,
  refunded_cents integer default 0 not null,
  paid_via text not null,
  auto_session boolean default false not null,
  auto_extended boolean default false not null,
  method_id text,
  payment text,
  free_cancel boolean default false not null,
  city integer default 1 not null,
  operator_id uuid,
  moves smallint default 0 not null,
  plate_changes smallint default 0 not null,
  part_from_at timestamp with time zone,
  facts jsonb default '{"holds": [], "spaceKind": "general", "vehicleKind": "car"}'::jsonb not null,
  rule_book_id text,
  rule_book_version integer,
  rules_as_of timestamp with time zone,
  moves_given smallint default 0 not null,
  constraint session_pkey PRIMARY KEY (session_id, started_at),
  constraint session_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint session_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicle(vehicle_id) ON DELETE SET NULL,
  constraint session_check CHECK ((ends_at > started_at)),
  constraint session_check1 CHECK (((ended_at >= started_at) AND (ended_at <= ends_at))),
  constraint session_check2 CHECK (((status = 'ended'::text) = (ended_at IS NOT NULL))),
  constraint session_check3 CHECK (((refunded_cents >= 0) AND (refunded_cents <= (parking_cents + fee_cents)))),
  constraint session_check4 CHECK (((method_id IS NULL) = (payment IS NULL))),
  constraint session_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint session_parking_cents_check CHECK ((parking_cents >= 0)),
  constraint session_payment_check CHECK ((payment = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text]))),
  constraint session_session_id_check CHECK ((session_id ~ '^P-[0-9A-HJKMNP-TV-Z]{10}$'::text)),
  constraint session_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'ended'::text, 'failed'::text])))
) partition by RANGE (started_at);
alter table session alter column vehicle set statistics 0;
alter table session alter column place set statistics 0;
CREATE INDEX session_driver ON ONLY session USING btree (driver_id, started_at DESC, session_id DESC);
CREATE INDEX session_plate_known ON ONLY session USING btree (started_at) WHERE ((plate_key !~~ 'hashed %'::text) AND (plate_key !~~ 'erased %'::text));
CREATE INDEX session_plate_zone ON ONLY session USING btree (plate_key, zone_number, started_at DESC);
CREATE INDEX session_vehicle ON ONLY session USING btree (vehicle_id);
CREATE TRIGGER not_for_erased BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();
CREATE TRIGGER session_capture AFTER UPDATE OF status ON session FOR EACH ROW WHEN (((old.status = 'running'::text) AND (new.status = 'ended'::text) AND (new.method_id IS NOT NULL))) EXECUTE FUNCTION session_capture();
CREATE TRIGGER session_change AFTER INSERT OR UPDATE OF ends_at, refunded_cents, payment ON session FOR EACH ROW EXECUTE FUNCTION session_change();
CREATE TRIGGER session_plan_extension AFTER INSERT OR UPDATE OF ends_at, status ON session FOR EACH ROW WHEN ((new.status = 'running'::text)) EXECUTE FUNCTION session_plan_extension();
CREATE TRIGGER session_plan_notices AFTER INSERT OR UPDATE OF ends_at, status ON session FOR EACH ROW WHEN ((new.ended_at IS DISTINCT FROM new.ends_at)) EXECUTE FUNCTION session_plan_notices();

create table session_key (
  session_id text not null,
  started_at timestamp with time zone not null,
  city integer default 1 not null,
  constraint session_key_pkey PRIMARY KEY (session_id)
);

create table session_share (
  session_id text not null,
  driver_id uuid not null,
  share_id text not null,
  made_at timestamp with time zone not null,
  constraint session_share_pkey PRIMARY KEY (session_id),
  constraint session_share_share_id_key UNIQUE (share_id),
  constraint session_share_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint session_share_session_id_fkey FOREIGN KEY (session_id) REFERENCES session_key(session_id)
);
CREATE INDEX session_share_driver ON session_share USING btree (driver_id);
CREATE INDEX session_share_made ON session_share USING btree (made_at);
CREATE TRIGGER not_for_erased BEFORE INSERT ON session_share FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

-- parkit_app may only insert, select
create table sign (
  city integer default 1 not null,
  zone_number text not null,
  serial integer not null,
  key_id integer not null,
  printed_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint sign_pkey PRIMARY KEY (city, zone_number, serial),
  constraint sign_city_key_id_fkey FOREIGN KEY (city, key_id) REFERENCES sign_key(city, key_id),
  constraint sign_check CHECK ((retired_at >= printed_at)),
  constraint sign_serial_check CHECK ((serial > 0)),
  constraint sign_zone_number_check CHECK ((zone_number ~ '^[0-9]{4,6}$'::text))
);

-- parkit_app may only insert, select
create table sign_key (
  city integer default 1 not null,
  key_id integer not null,
  value bytea not null,
  made_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint sign_key_pkey PRIMARY KEY (city, key_id),
  constraint sign_key_check CHECK ((ended_at >= made_at)),
  constraint sign_key_city_check CHECK ((city > 0)),
  constraint sign_key_key_id_check CHECK ((key_id > 0)),
  constraint sign_key_value_check CHECK ((length(value) = 32))
);

-- parkit_city may insert, select, update
create table source (
  city integer not null,
  source_id text not null,
  format text not null,
  mapping text,
  attribution text default ''::text not null,
  url text,
  every_seconds integer,
  silent_after_seconds integer,
  polled_at timestamp with time zone,
  last_ok_at timestamp with time zone,
  last_error text,
  refused jsonb default '{}'::jsonb not null,
  added_at timestamp with time zone default now() not null,
  takes text default 'places'::text not null,
  counts_of text,
  otherwise text,
  beside text[] default '{}'::text[] not null,
  tags jsonb default '{}'::jsonb not null,
  content_hash text,
  feed_since timestamp with time zone,
  silent_since timestamp with time zone,
  paused_at timestamp with time zone,
  version integer default 1 not null,
  constraint source_pkey PRIMARY KEY (city, source_id),
  constraint source_city_fkey FOREIGN KEY (city) REFERENCES city(city_id),
  constraint source_counts_of_fkey FOREIGN KEY (city, counts_of) REFERENCES source(city, source_id),
  constraint source_check CHECK ((silent_after_seconds >= every_seconds)),
  constraint source_check1 CHECK ((((url IS NULL) = (every_seconds IS NULL)) AND ((url IS NULL) = (silent_after_seconds IS NULL)))),
  constraint source_check2 CHECK (((paused_at IS NULL) OR (url IS NOT NULL))),
  constraint source_every_seconds_check CHECK ((every_seconds >= 10)),
  constraint source_feed_since_check CHECK (((url IS NULL) = (feed_since IS NULL))),
  constraint source_format_check CHECK ((format <> ''::text)),
  constraint source_otherwise_check CHECK ((otherwise = ANY (ARRAY['free'::text, 'closed'::text, 'unknown'::text]))),
  constraint source_refused_check CHECK ((jsonb_typeof(refused) = 'object'::text)),
  constraint source_source_id_check CHECK ((source_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text)),
  constraint source_tags_check CHECK ((jsonb_typeof(tags) = 'object'::text)),
  constraint source_takes_check CHECK ((takes = ANY (ARRAY['places'::text, 'counts'::text]))),
  constraint source_url_check CHECK ((url ~ '^https?://'::text))
);
create policy all_cities on source to parkit_app using (true) with check (true);
create policy own_city on source to parkit_city using ((city = city_now())) with check ((city = city_now()));

create table staff (
  staff_id uuid not null,
  email text not null,
  name text default ''::text not null,
  password_hash text,
  invite_hash bytea,
  invite_expires_at timestamp with time zone,
  invited_at timestamp with time zone not null,
  role text,
  removed_at timestamp with time zone,
  constraint staff_pkey PRIMARY KEY (staff_id),
  constraint staff_email_key UNIQUE (email),
  constraint staff_invite_hash_key UNIQUE (invite_hash),
  constraint staff_check CHECK (((invite_hash IS NULL) = (invite_expires_at IS NULL))),
  constraint staff_check1 CHECK (((removed_at IS NULL) OR ((password_hash IS NULL) AND (invite_hash IS NULL)))),
  constraint staff_email_check CHECK (((email <> ''::text) AND (email = lower(email)))),
  constraint staff_invite_hash_check CHECK ((length(invite_hash) = 32)),
  constraint staff_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text)),
  constraint staff_role_check CHECK ((role = ANY (ARRAY['lead'::text, 'agent'::text])))
);
create policy all_cities on staff to parkit_app using (true) with check (true);
create policy own_city on staff to parkit_city using (((role = 'lead'::text) OR (staff_id IN ( SELECT staff_city.staff_id
   FROM staff_city
  WHERE (staff_city.city = city_now())))));

create table staff_challenge (
  challenge_id uuid not null,
  staff_id uuid not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint staff_challenge_pkey PRIMARY KEY (challenge_id),
  constraint staff_challenge_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id) ON DELETE CASCADE,
  constraint staff_challenge_check CHECK ((expires_at > asked_at)),
  constraint staff_challenge_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint staff_challenge_tries_check CHECK ((tries >= 0))
);
CREATE INDEX staff_challenge_staff ON staff_challenge USING btree (staff_id, asked_at DESC);

-- parkit_app may only insert, select, update
-- parkit_city may select
create table staff_city (
  staff_id uuid not null,
  city integer not null,
  roles text[] not null,
  invited_by text not null,
  at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint staff_city_pkey PRIMARY KEY (staff_id, city),
  constraint staff_city_city_fkey FOREIGN KEY (city) REFERENCES city(city_id),
  constraint staff_city_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  constraint staff_city_check CHECK ((removed_at >= at)),
  constraint staff_city_invited_by_check CHECK ((invited_by <> ''::text)),
  constraint staff_city_roles_check CHECK (((cardinality(roles) > 0) AND (roles <@ ARRAY['owner'::text, 'rates'::text, 'money'::text, 'permits'::text, 'officer'::text, 'viewer'::text])))
);
CREATE INDEX staff_city_city ON staff_city USING btree (city);
create policy all_cities on staff_city to parkit_app using (true) with check (true);
create policy own_city on staff_city to parkit_city using ((city = city_now())) with check ((city = city_now()));

create table staff_idempotency (
  staff_id uuid not null,
  key text not null,
  call text not null,
  input_hash bytea not null,
  answer jsonb not null,
  at timestamp with time zone not null,
  constraint staff_idempotency_pkey PRIMARY KEY (staff_id, key),
  constraint staff_idempotency_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  constraint staff_idempotency_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);

create table staff_token (
  token_hash bytea not null,
  staff_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  seen_at timestamp with time zone default now() not null,
  constraint staff_token_pkey PRIMARY KEY (token_hash),
  constraint staff_token_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id) ON DELETE CASCADE,
  constraint staff_token_check CHECK ((expires_at > created_at)),
  constraint staff_token_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX staff_token_staff ON staff_token USING btree (staff_id);

create table step (
  session_id text not null,
  seq smallint not null,
  at timestamp with time zone not null,
  kind text not null,
  minutes integer not null,
  amount_cents integer not null,
  auto boolean default false not null,
  started_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint step_pkey PRIMARY KEY (session_id, started_at, seq),
  constraint step_session_id_fkey FOREIGN KEY (session_id) REFERENCES session_key(session_id),
  constraint step_kind_check CHECK (((kind = 'closed'::text) OR ((kind = ANY ('{moved,plateChanged}'::text[])) OR ((kind = 'refunded'::text) OR (kind = ANY (ARRAY['started'::text, 'extended'::text, 'stopped'::text, 'ended'::text])))))) NOT VALID,
  constraint step_minutes_check CHECK ((minutes >= 0))
) partition by RANGE (started_at);

create table street (
  city text not null,
  name text not null,
  lines jsonb not null,
  constraint street_pkey PRIMARY KEY (city, name)
);

create table subscription (
  subscription_id uuid not null,
  driver_id uuid not null,
  key text not null,
  input_hash bytea not null,
  method_id text not null,
  price_cents integer not null,
  state text default 'pending'::text not null,
  provider_reference text,
  payment_reference text,
  paid_until timestamp with time zone,
  version integer default 0 not null,
  asked_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  provider text default card_provider() not null,
  mode text default card_mode() not null,
  constraint subscription_pkey PRIMARY KEY (subscription_id),
  constraint subscription_driver_id_key_key UNIQUE (driver_id, key),
  constraint subscription_payment_reference_key UNIQUE (payment_reference),
  constraint subscription_provider_reference_key UNIQUE (provider_reference),
  constraint subscription_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint subscription_check CHECK (((state <> ALL (ARRAY['active'::text, 'grace'::text, 'cancelling'::text])) OR ((provider_reference IS NOT NULL) AND (paid_until IS NOT NULL)))),
  constraint subscription_check1 CHECK (((state = ANY (ARRAY['ended'::text, 'void'::text])) = (ended_at IS NOT NULL))),
  constraint subscription_price_cents_check CHECK ((price_cents > 0)),
  constraint subscription_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'active'::text, 'grace'::text, 'cancelling'::text, 'ending'::text, 'ended'::text, 'void'::text])))
);
CREATE INDEX subscription_driver ON subscription USING btree (driver_id, asked_at DESC);
CREATE UNIQUE INDEX subscription_one ON subscription USING btree (driver_id, provider, mode) WHERE (state = ANY (ARRAY['pending'::text, 'active'::text, 'grace'::text, 'cancelling'::text, 'ending'::text]));
CREATE TRIGGER not_for_erased BEFORE INSERT ON subscription FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table subscription_payment (
  invoice_reference text not null,
  subscription_id uuid not null,
  payment_reference text not null,
  amount_cents integer not null,
  paid_at timestamp with time zone not null,
  covers_until timestamp with time zone not null,
  constraint subscription_payment_pkey PRIMARY KEY (invoice_reference),
  constraint subscription_payment_payment_reference_key UNIQUE (payment_reference),
  constraint subscription_payment_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscription(subscription_id),
  constraint subscription_payment_amount_cents_check CHECK ((amount_cents > 0))
);
CREATE INDEX subscription_payment_of ON subscription_payment USING btree (subscription_id);

create table support_email (
  email_id uuid not null,
  reference text not null,
  driver_id uuid not null,
  subject text not null,
  message text not null,
  written_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint support_email_pkey PRIMARY KEY (email_id),
  constraint support_email_reference_key UNIQUE (reference),
  constraint support_email_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint support_email_message_check CHECK (((length(message) >= 1) AND (length(message) <= 5000))),
  constraint support_email_reference_check CHECK ((reference ~ '^E-[0-9A-HJKMNP-TV-Z]{8}$'::text)),
  constraint support_email_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 150)))
);
CREATE INDEX support_email_driver ON support_email USING btree (driver_id, written_at DESC);
CREATE INDEX support_email_written ON support_email USING btree (written_at DESC, email_id DESC);
CREATE TRIGGER not_for_erased BEFORE INSERT ON support_email FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table tariff (
  tariff_id text not null,
  version integer not null,
  valid_from date not null,
  name text not null,
  rates jsonb not null,
  cap jsonb,
  constraint tariff_pkey PRIMARY KEY (tariff_id, version),
  constraint tariff_rates_check CHECK ((jsonb_typeof(rates) = 'array'::text)),
  constraint tariff_tariff_id_check CHECK ((tariff_id <> ''::text)),
  constraint tariff_version_check CHECK ((version >= 1))
);

create table texted_number (
  number_hash bytea not null,
  first_at timestamp with time zone not null,
  constraint texted_number_pkey PRIMARY KEY (number_hash)
);
CREATE INDEX texted_number_first_at ON texted_number USING btree (first_at);

create table token (
  token_hash bytea not null,
  driver_id uuid not null,
  seq bigint generated always as identity not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  code_signed_in_at timestamp with time zone,
  proved_at timestamp with time zone,
  cookie_hash bytea,
  browser text,
  system text,
  last_used_at timestamp with time zone,
  credential_id bytea,
  constraint token_pkey PRIMARY KEY (token_hash),
  constraint token_credential_id_fkey FOREIGN KEY (credential_id) REFERENCES passkey(credential_id) ON DELETE SET NULL,
  constraint token_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint token_check CHECK ((expires_at > created_at)),
  constraint token_cookie_hash_check CHECK ((length(cookie_hash) = 32)),
  constraint token_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX token_driver ON token USING btree (driver_id, seq);
CREATE INDEX token_expires ON token USING btree (expires_at);
CREATE INDEX token_passkey ON token USING btree (credential_id) WHERE (credential_id IS NOT NULL);
CREATE TRIGGER not_for_erased BEFORE INSERT ON token FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();
CREATE TRIGGER token_change AFTER DELETE ON token REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION token_change();

create table top_up (
  driver_id uuid not null,
  is_on boolean default false not null,
  ceiling_cents integer default 20000 not null,
  paused text,
  paused_at timestamp with time zone,
  constraint top_up_pkey PRIMARY KEY (driver_id),
  constraint top_up_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint top_up_ceiling_cents_check CHECK (((ceiling_cents >= 100) AND (ceiling_cents <= 200000))),
  constraint top_up_check CHECK (((paused IS NULL) = (paused_at IS NULL))),
  constraint top_up_check1 CHECK ((NOT (is_on AND (paused IS NOT NULL)))),
  constraint top_up_paused_check CHECK ((paused = ANY (ARRAY['declined'::text, 'no_card'::text, 'disputed'::text])))
);
CREATE TRIGGER not_for_erased BEFORE INSERT ON top_up FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table top_up_run (
  run_id uuid not null,
  driver_id uuid not null,
  amount_cents integer not null,
  month text not null,
  state text not null,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint top_up_run_pkey PRIMARY KEY (run_id),
  constraint top_up_run_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint top_up_run_amount_cents_check CHECK ((amount_cents > 0)),
  constraint top_up_run_check CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  constraint top_up_run_month_check CHECK ((month ~ '^\d{4}-\d\d$'::text)),
  constraint top_up_run_state_check CHECK ((state = ANY (ARRAY['open'::text, 'added'::text, 'declined'::text, 'ceiling'::text, 'dropped'::text])))
);
CREATE UNIQUE INDEX top_up_run_ceiling ON top_up_run USING btree (driver_id, month) WHERE (state = 'ceiling'::text);
CREATE INDEX top_up_run_month ON top_up_run USING btree (driver_id, month);
CREATE UNIQUE INDEX top_up_run_open ON top_up_run USING btree (driver_id) WHERE (state = 'open'::text);

create table trusted_invitation (
  who_hash bytea not null,
  sent integer not null,
  declined boolean default false not null,
  kept_until timestamp with time zone not null,
  constraint trusted_invitation_pkey PRIMARY KEY (who_hash)
);
CREATE INDEX trusted_invitation_kept ON trusted_invitation USING btree (kept_until);

create table trusted_person (
  driver_id uuid not null,
  code text not null,
  name text not null,
  channel text not null,
  recipient text not null,
  language text not null,
  invited_at timestamp with time zone not null,
  agreed_at timestamp with time zone,
  constraint trusted_person_pkey PRIMARY KEY (driver_id),
  constraint trusted_person_code_key UNIQUE (code),
  constraint trusted_person_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint trusted_person_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text])))
);
CREATE INDEX trusted_person_invited ON trusted_person USING btree (invited_at) WHERE (agreed_at IS NULL);

create table usual_cleared (
  driver_id uuid not null,
  cleared_at timestamp with time zone not null,
  constraint usual_cleared_pkey PRIMARY KEY (driver_id),
  constraint usual_cleared_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE
);
CREATE TRIGGER not_for_erased BEFORE INSERT ON usual_cleared FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

create table vehicle (
  vehicle_id uuid not null,
  seq bigint generated always as identity not null,
  driver_id uuid not null,
  make text not null,
  model text not null,
  plate text not null,
  plate_key text not null,
  state text not null,
  color text not null,
  year smallint,
  is_default boolean not null,
  removed boolean default false not null,
  rental_until timestamp with time zone,
  constraint vehicle_pkey PRIMARY KEY (vehicle_id),
  constraint vehicle_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id) ON DELETE CASCADE,
  constraint vehicle_check CHECK ((NOT (removed AND is_default))),
  constraint vehicle_plate_check CHECK ((plate ~ '^[A-Z0-9][A-Z0-9 -]{0,9}$'::text)),
  constraint vehicle_plate_key_check CHECK ((plate_key ~ ' [A-Z0-9]+$'::text)),
  constraint vehicle_state_check CHECK ((state <> ''::text)),
  constraint vehicle_whole_or_plate CHECK ((((make <> ''::text) AND (model <> ''::text) AND (color <> ''::text) AND (year IS NOT NULL)) OR ((make = ''::text) AND (model = ''::text) AND (color = ''::text) AND (year IS NULL)))),
  constraint vehicle_year_check CHECK ((year >= 1900))
);
CREATE UNIQUE INDEX vehicle_default ON vehicle USING btree (driver_id) WHERE is_default;
CREATE INDEX vehicle_driver ON vehicle USING btree (driver_id, seq);
CREATE UNIQUE INDEX vehicle_plate ON vehicle USING btree (driver_id, plate_key) WHERE (NOT removed);
CREATE INDEX vehicle_plate_key ON vehicle USING btree (plate_key) WHERE (NOT removed);
CREATE INDEX vehicle_plate_letters ON vehicle USING btree ("substring"(plate_key, '[A-Z0-9]+$'::text));
CREATE TRIGGER not_for_erased BEFORE INSERT ON vehicle FOR EACH ROW EXECUTE FUNCTION driver_refuse_erased();

-- parkit_app may only select
create table wallet (
  driver_id uuid not null,
  balance_cents integer default 0 not null,
  constraint wallet_pkey PRIMARY KEY (driver_id),
  constraint wallet_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES driver(driver_id),
  constraint wallet_balance_cents_check CHECK ((balance_cents >= 0))
);

create table zip (
  city text not null,
  zip text not null,
  latitude double precision not null,
  longitude double precision not null,
  constraint zip_pkey PRIMARY KEY (city, zip)
);

-- parkit_city may insert, select, update
create table zone (
  city integer not null,
  zone_number text not null,
  state text default 'live'::text not null,
  name text not null,
  kind text not null,
  address text not null,
  neighborhood text not null,
  latitude double precision not null,
  longitude double precision not null,
  time_zone text not null,
  capacity integer not null,
  accessible_spaces integer not null,
  ev_chargers integer not null,
  features text[] not null,
  clearance_cm integer,
  outline jsonb not null,
  payable boolean default true not null,
  tariff_id text,
  rule_book_id text,
  rates_text jsonb,
  min_stay_minutes integer default 1 not null,
  max_stay_minutes integer,
  no_return_minutes integer,
  refunds_unused boolean not null,
  hours jsonb default '[]'::jsonb not null,
  tow_away jsonb default '[]'::jsonb not null,
  attribution text not null,
  source_id text,
  source_ref text,
  version integer default 1 not null,
  changed_at timestamp with time zone default '2026-01-01 00:00:00+00'::timestamp with time zone not null,
  side text,
  spaces jsonb,
  constraint zone_pkey PRIMARY KEY (city, zone_number),
  constraint zone_city_fkey FOREIGN KEY (city) REFERENCES city(city_id),
  constraint zone_accessible_spaces_check CHECK ((accessible_spaces >= 0)),
  constraint zone_capacity_check CHECK ((capacity > 0)),
  constraint zone_check CHECK ((max_stay_minutes >= min_stay_minutes)),
  constraint zone_check1 CHECK (((NOT payable) OR (num_nonnulls(tariff_id, rule_book_id) > 0))),
  constraint zone_clearance_cm_check CHECK ((clearance_cm > 0)),
  constraint zone_ev_chargers_check CHECK ((ev_chargers >= 0)),
  constraint zone_features_check CHECK ((features <@ ARRAY['ev'::text, 'covered'::text, 'accessible'::text, 'van'::text, 'step_free'::text, 'level'::text, 'reachable_pay_station'::text])),
  constraint zone_hours_check CHECK ((jsonb_typeof(hours) = 'array'::text)),
  constraint zone_kind_check CHECK ((kind = ANY (ARRAY['street'::text, 'lot'::text, 'garage'::text]))),
  constraint zone_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint zone_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint zone_min_stay_minutes_check CHECK ((min_stay_minutes >= 1)),
  constraint zone_name_check CHECK ((name <> ''::text)),
  constraint zone_no_return_minutes_check CHECK ((no_return_minutes >= 1)),
  constraint zone_outline_check CHECK ((jsonb_typeof(outline) = 'array'::text)),
  constraint zone_spaces_check CHECK ((jsonb_typeof(spaces) = 'object'::text)),
  constraint zone_state_check CHECK ((state = ANY (ARRAY['live'::text, 'withdrawn'::text, 'retired'::text]))),
  constraint zone_tow_away_check CHECK ((jsonb_typeof(tow_away) = 'array'::text)),
  constraint zone_version_check CHECK ((version >= 1)),
  constraint zone_zone_number_check CHECK ((zone_number ~ '^[0-9]{4,6}$'::text))
);
CREATE UNIQUE INDEX zone_source_ref ON zone USING btree (city, source_id, source_ref) WHERE (source_ref IS NOT NULL);
CREATE INDEX zone_without_book ON zone USING btree (city) WHERE (rule_book_id IS NULL);
CREATE TRIGGER zone_history_keep BEFORE UPDATE ON zone FOR EACH ROW EXECUTE FUNCTION zone_history_keep();
create policy all_cities on zone to parkit_app using (true) with check (true);
create policy own_city on zone to parkit_city using ((city = city_now())) with check ((city = city_now()));

create table zone_count (
  city integer not null,
  zone_number text not null,
  space_kind text default 'general'::text not null,
  taken integer not null,
  observed_at timestamp with time zone not null,
  source_id text,
  constraint zone_count_pkey PRIMARY KEY (city, zone_number, space_kind),
  constraint zone_count_city_zone_number_fkey FOREIGN KEY (city, zone_number) REFERENCES zone(city, zone_number),
  constraint zone_count_taken_check CHECK ((taken >= 0))
);

-- parkit_app may only insert, select, update
create table zone_count_hour (
  city integer default 1 not null,
  zone_number text not null,
  space_kind text default 'general'::text not null,
  hour timestamp with time zone not null,
  taken_sum bigint not null,
  samples integer not null,
  taken_min integer not null,
  taken_max integer not null,
  constraint zone_count_hour_pkey PRIMARY KEY (city, zone_number, space_kind, hour),
  constraint zone_count_hour_check CHECK (((taken_sum >= ((taken_min)::bigint * samples)) AND (taken_sum <= ((taken_max)::bigint * samples)))),
  constraint zone_count_hour_hour_check CHECK ((((EXTRACT(epoch FROM hour))::bigint % (3600)::bigint) = 0)),
  constraint zone_count_hour_samples_check CHECK ((samples > 0)),
  constraint zone_count_hour_taken_min_check CHECK ((taken_min >= 0))
) partition by RANGE (hour);

-- parkit_app may only insert, select
-- parkit_city may insert, select
create table zone_history (
  city integer not null,
  zone_number text not null,
  version integer not null,
  "row" jsonb not null,
  until timestamp with time zone not null,
  constraint zone_history_pkey PRIMARY KEY (city, zone_number, version)
);
create policy all_cities on zone_history to parkit_app using (true) with check (true);
create policy own_city on zone_history to parkit_city using ((city = city_now())) with check ((city = city_now()));

CREATE OR REPLACE FUNCTION act_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The log of acts is append-only: % on % refused', tg_op, tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION auto_extend_plan(p_session session)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into job (kind, ref, run_at)
    values ('auto-extend', p_session.session_id, p_session.ends_at - interval '2 minutes')
  on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0
$function$;

CREATE OR REPLACE FUNCTION auto_extend_wanted(p_session session)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select wanted from auto_stay where session_id = p_session.session_id),
    -- one that a gate started goes on until the gate ends it
    p_session.auto_session or exists (select from parking_options where driver_id = p_session.driver_id and auto_extend))
$function$;

CREATE OR REPLACE FUNCTION card_mode()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select mode from card_keys $function$;

CREATE OR REPLACE FUNCTION card_provider()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select provider from card_keys $function$;

CREATE OR REPLACE FUNCTION change_roll(p_now timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  v_today date := p_now::date;
  v_day date;
  v_name text;
begin
  for v_name in select inhrelid::regclass::text from pg_inherits where inhparent = 'change'::regclass loop
    if v_name < 'change_' || to_char(v_today - 2, 'YYYYMMDD') then
      execute format('drop table %I', v_name);
    end if;
  end loop;
  delete from change_other where at < v_today - 2;

  for v_day in select v_today + ahead from generate_series(0, 3) as ahead loop
    v_name := 'change_' || to_char(v_day, 'YYYYMMDD');
    -- a day that has begun without its own partition stays where its rows are
    if to_regclass(v_name) is null and not exists (select from change_other where at >= v_day and at < v_day + 1) then
      execute format('create table %I partition of change for values from (%L) to (%L)', v_name, v_day, v_day + 1);
      execute format('revoke all on %I from parkit_app', v_name);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION change_tell()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise notice '%', json_build_array(new.xid, new.topic, new.zone_number, new.driver_id, new.ref)
    using errcode = 'PK002';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION chat_message_keep_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into chat_message_key (message_id, conversation_id, seq, sender, key, said_at)
    values (new.message_id, new.conversation_id, new.seq, new.sender, new.key, new.said_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION chat_message_stands()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update conversation
     set said_seq = case when new.sender = 'driver' then new.seq else said_seq end,
         told_seq = case when new.sender = 'support' then new.seq else told_seq end
   where conversation_id = new.conversation_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION city_now()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('parkit.city', true), '')::integer $function$;

CREATE OR REPLACE FUNCTION city_usual_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into city_terms (city, version, in_force_from, service_fee_cents, free_cancel_seconds, free_cancels_plate_zone_day,
                          free_cancels_account_day, auto_extend_minutes, history_days, made_by, made_at)
    select new.city_id, 1, 'epoch', 35, 60, 1, 3, 15, 730, 'ParkIt', now()
     where not exists (select from city_terms where city = new.city_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION desk_act_forget_words(p_driver uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update desk_act set details = details - 'reason' where details ->> 'driverId' = p_driver::text and details ? 'reason'
$function$;

CREATE OR REPLACE FUNCTION desk_act_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The desk''s log is append-only: % on % refused', tg_op, tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION desk_act_refuse_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_jsonb(new) - 'details' = to_jsonb(old) - 'details' and new.details = old.details - 'reason'
     and exists (select from driver where driver_id = (old.details ->> 'driverId')::uuid and erased_at is not null)
  then return new; end if;
  raise exception 'The desk''s log is append-only: % on % refused', tg_op, tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION driver_refuse_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from driver where driver_id = new.driver_id and erased_at is null for key share;
  if not found and new.driver_id is not null then
    raise exception 'unauthorized' using errcode = 'PK000';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION free_cancel_left(p_driver_id uuid, p_plate_key text, p_city integer, p_zone_number text, p_since timestamp with time zone, p_early interval, p_most_of_account integer, p_most_of_plate integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (select count(*) < p_most_of_plate from (
            select from session
             where plate_key = p_plate_key and city = p_city and zone_number = p_zone_number and started_at > p_since - p_early
               and free_cancel and ended_at >= p_since
             order by started_at limit p_most_of_plate) as of_plate)
     and (select count(*) < p_most_of_account from (
            select from session
             where driver_id = p_driver_id and started_at > p_since - interval '1 hour' and free_cancel and ended_at >= p_since
             order by started_at limit p_most_of_account) as of_account);
end $function$;

CREATE OR REPLACE FUNCTION free_cancel_left(p_driver_id uuid, p_plate_key text, p_zone_number text, p_since timestamp with time zone, p_early interval, p_most_of_account integer, p_most_of_plate integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select free_cancel_left(p_driver_id, p_plate_key, 1, p_zone_number, p_since, p_early, p_most_of_account, p_most_of_plate)
$function$;

CREATE OR REPLACE FUNCTION idempotency_claim(p_caller_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb, p_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_first idempotency;
begin
  insert into idempotency (caller_id, key, call, input_hash, answer, at)
    values (p_caller_id, p_key, p_call, p_hash, p_answer, p_at) on conflict do nothing;
  if found then return null; end if;
  select * into v_first from idempotency where caller_id = p_caller_id and key = p_key;
  if v_first.input_hash <> p_hash then
    raise exception 'idempotency_conflict' using errcode = 'PK000';
  end if;
  return v_first.answer;
end $function$;

CREATE OR REPLACE FUNCTION job_wake()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_woken text := coalesce(nullif(current_setting('parkit.woken', true), ''), ' ');
begin
  if strpos(v_woken, ' ' || new.kind || ' ') = 0 then
    raise notice '%', json_build_array(null, 'due', null, null, new.kind) using errcode = 'PK002';
    perform set_config('parkit.woken', v_woken || new.kind || ' ', true);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger_check_sum()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from added group by entry_id having sum(amount_cents) <> 0) then
    raise exception 'An entry does not sum to zero';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger_post(p_kind text, p_at timestamp with time zone, p_driver_id uuid, p_session_id text, p_reference text, p_accounts text[], p_amounts integer[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_change integer := 0;
  v_balance integer;
  v_entry bigint;
begin
  for i in 1 .. cardinality(p_accounts) loop
    if p_accounts[i] = 'wallet' then v_change := v_change + p_amounts[i]; end if;
  end loop;

  update wallet set balance_cents = balance_cents + v_change
    where driver_id = p_driver_id and balance_cents + v_change >= 0
    returning balance_cents into v_balance;
  if not found then
    select balance_cents into v_balance from wallet where driver_id = p_driver_id;
    if v_balance is not null or v_change < 0 then
      raise exception 'insufficient_funds' using errcode = 'PK000',
        detail = json_build_object('Missing', (-v_change - coalesce(v_balance, 0)) / 100.0)::text;
    end if;
    insert into wallet (driver_id, balance_cents) values (p_driver_id, v_change)
      on conflict (driver_id) do update set balance_cents = wallet.balance_cents + v_change
      returning balance_cents into v_balance;
  end if;

  insert into entry (kind, at, driver_id, session_id, reference)
    values (p_kind, p_at, p_driver_id, p_session_id, p_reference) returning entry_id into v_entry;
  -- never twice for one kind
  if p_reference is not null then
    insert into entry_reference (kind, reference, entry_id) values (p_kind, p_reference, v_entry);
  end if;
  insert into posting (entry_id, seq, account, driver_id, amount_cents, balance_after_cents)
    select v_entry, line.seq, line.account,
           case when line.account = 'wallet' then p_driver_id end,
           line.amount,
           case when line.account = 'wallet' then v_balance end
      from unnest(p_accounts, p_amounts) with ordinality as line (account, amount, seq);
  -- these change their session too, and a change of the session means the balance as well
  if p_kind not in ('fare', 'extension', 'unusedMinutes', 'cancelled', 'movedOut', 'movedIn', 'closureRefund') then
    insert into change (topic, driver_id, ref) values ('money', p_driver_id, v_entry);
  end if;
  return v_balance;
end $function$;

CREATE OR REPLACE FUNCTION ledger_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The ledger is append-only: % on % refused', tg_op, tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION notices_cancel(p_session_ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from job where (kind, ref) in
    (select kind, ref from job
      where kind in ('notice-ends15', 'notice-ends5', 'notice-extended', 'notice-countdown') and ref = any(p_session_ids) for update skip locked)
$function$;

CREATE OR REPLACE FUNCTION occupancy_copy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into zone_count as known (city, zone_number, taken, observed_at)
    select zone.city, zone.zone_number, new.taken, new.observed_at
      from place join city on code = place.city join zone on zone.city = city_id and zone.zone_number = place.zone_number
     where place.zone_number = new.zone_number
  on conflict (city, zone_number, space_kind) do update set taken = excluded.taken, observed_at = excluded.observed_at
   where known.observed_at < excluded.observed_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION override_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change (topic, city, ref) select distinct 'override', city, override_id from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION parking_change(p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb, p_session_id text, p_expected_ends_at timestamp with time zone, p_now timestamp with time zone, p_session jsonb, p_part jsonb, p_no_return_minutes integer, p_amount_cents integer, p_out_accounts text[], p_out_amounts integer[], p_in_accounts text[], p_in_amounts integer[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_first jsonb;
  v_new session := jsonb_populate_record(null::session, p_session);
  v_old session;
  v_kind text := p_part ->> 'kind';
  v_seq integer;
  v_expired text;
begin
  v_first := idempotency_claim(p_driver_id, p_key, p_call, p_hash, p_answer, p_now);
  if v_first is not null then return v_first; end if;

  -- the job of the end before the session, in the order of that job itself: the other order would deadlock
  perform from job where kind = 'session-end' and ref = p_session_id for update;
  select * into v_old from session
   where session_id = p_session_id and started_at = v_new.started_at and driver_id = p_driver_id
     and status = 'running' and ends_at = p_expected_ends_at and ends_at > p_now
     and moves + plate_changes + 1 = jsonb_array_length(p_answer -> 'Changes')
     for update;
  if not found then raise exception 'session moved' using errcode = 'PK001'; end if;
  if (case v_kind when 'moved' then v_old.moves - v_old.moves_given else v_old.plate_changes end) > 0 then
    raise exception 'change_used' using errcode = 'PK000';
  end if;
  v_seq := v_old.moves + v_old.plate_changes + 1;

  -- One right per plate within one account, as at a start.
  loop
    begin
      update parking_right
         set zone_number = v_new.zone_number, plate_key = v_new.plate_key, plate_fold = plate_fold(v_new.plate_key),
             ends_at = v_new.ends_at, as_of = p_now
       where kind = 'session' and ref = p_session_id and state = 'live';
      exit;
    exception when unique_violation then
      v_expired := parking_make_way(p_driver_id, v_new.plate_key, p_now, v_expired);
    end;
  end loop;
  perform parking_require_return(p_driver_id, v_new.plate_key, v_old.city, v_new.zone_number, p_no_return_minutes, p_now);

  insert into segment (session_id, seq, driver_id, city, kind, zone_number, place, tariff_id, tariff_version, plate_key, vehicle,
                       from_at, to_at, minutes, parking_cents, rule_book_id, rule_book_version, rules_as_of)
    values (p_session_id, v_seq, p_driver_id, v_old.city, v_kind, v_old.zone_number, v_old.place, v_old.tariff_id, v_old.tariff_version,
            v_old.plate_key, v_old.vehicle,
            coalesce((select max(to_at) from segment where session_id = p_session_id), v_old.started_at), p_now,
            (p_part ->> 'minutes')::integer, (p_part ->> 'parking_cents')::integer,
            v_old.rule_book_id, v_old.rule_book_version, v_old.rules_as_of);
  -- What was paid for before it is past: who asks for that instant finds the old zone and plate.
  insert into parking_right (kind, ref, city, zone_number, plate_key, plate_fold, driver_id, state, starts_at, ends_at, paid_at, as_of)
    select 'session', session_id || ' ' || seq, city, zone_number, plate_key, plate_fold(plate_key), driver_id, 'left',
           from_at, to_at, from_at, p_now
      from segment where session_id = p_session_id and seq = v_seq;
  update session
     set zone_number = v_new.zone_number, place = v_new.place, tariff_id = v_new.tariff_id, tariff_version = v_new.tariff_version,
         rule_book_id = v_new.rule_book_id, rule_book_version = v_new.rule_book_version, rules_as_of = v_new.rules_as_of, facts = coalesce(v_new.facts, facts),
         vehicle_id = v_new.vehicle_id, plate_key = v_new.plate_key, vehicle = v_new.vehicle,
         parking_cents = v_new.parking_cents, fee_cents = v_new.fee_cents, part_from_at = v_new.part_from_at,
         moves = moves + (v_kind = 'moved')::integer, plate_changes = plate_changes + (v_kind = 'plateChanged')::integer
   where session_id = p_session_id and started_at = v_new.started_at;
  -- only where closing cuts it: it plans the reminders again
  if v_new.ends_at <> v_old.ends_at then
    update session set ends_at = v_new.ends_at where session_id = p_session_id and started_at = v_new.started_at;
    insert into job (kind, ref, run_at) values ('session-end', p_session_id, v_new.ends_at)
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  end if;

  -- the new zone may allow what the old one did not
  select * into v_new from session where session_id = p_session_id and started_at = v_new.started_at;
  if auto_extend_wanted(v_new) then perform auto_extend_plan(v_new); end if;

  if cardinality(p_out_accounts) > 0 then
    perform ledger_post('movedOut', p_now, p_driver_id, p_session_id, null, p_out_accounts, p_out_amounts);
  end if;
  if cardinality(p_in_accounts) > 0 then
    perform ledger_post('movedIn', p_now, p_driver_id, p_session_id, null, p_in_accounts, p_in_amounts);
  end if;
  perform parking_step(p_session_id, p_now, v_kind, (extract(epoch from v_new.ends_at - v_new.started_at) / 60)::integer, p_amount_cents);
  -- the counts of both zones
  insert into change (topic, city, zone_number, driver_id, ref)
    select distinct 'session', v_old.city, zone, p_driver_id, p_session_id from unnest(array[v_old.zone_number, v_new.zone_number]) as zone;
  return p_answer;
end $function$;

CREATE OR REPLACE FUNCTION parking_close(p_override_id uuid, p_session_id text, p_ends_at timestamp with time zone, p_now timestamp with time zone, p_refund_cents integer, p_accounts text[], p_amounts integer[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_old session;
begin
  select * into v_old from session
   where session_id = p_session_id and started_at = session_started_at(p_session_id)
     and status = 'running' and ends_at > p_now and ends_at > p_ends_at
     for update;
  if not found then return false; end if;
  insert into closure_cut (override_id, session_id, was_until, until_at, at, refund_cents)
    values (p_override_id, p_session_id, v_old.ends_at, p_ends_at, p_now, p_refund_cents);

  insert into job (kind, ref, run_at) values ('session-end', p_session_id, p_ends_at)
  on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  update session
     set ends_at = p_ends_at, parking_cents = parking_cents - p_refund_cents, moves_given = moves_given + 1
   where session_id = p_session_id and started_at = v_old.started_at;
  update parking_right set ends_at = p_ends_at, as_of = p_now where kind = 'session' and ref = p_session_id and state = 'live';
  if cardinality(p_accounts) > 0 then
    perform ledger_post('closureRefund', p_now, v_old.driver_id, p_session_id,
                        concat_ws(' ', p_override_id, p_session_id, to_char(p_now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')),
                        p_accounts, p_amounts);
  end if;
  perform parking_step(p_session_id, p_now, 'closed',
                       round(extract(epoch from p_ends_at - v_old.started_at) / 60)::integer, -p_refund_cents);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION parking_end_due(p_session_ids text[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_ended text[];
begin
  with due as (
    select session_id, started_at from session_key join session using (session_id, started_at)
     where session_id = any(p_session_ids) and status = 'running' and ends_at <= p_now
       for update of session skip locked
  ), ended as (
    update session set status = 'ended', ended_at = ends_at from due
     where session.session_id = due.session_id and session.started_at = due.started_at
    returning session.session_id, city, zone_number, driver_id, session.started_at, ends_at
  ), over as (
    update parking_right set state = 'over', as_of = p_now from ended where kind = 'session' and ref = session_id
  ), history as (
    insert into step (session_id, started_at, seq, at, kind, minutes, amount_cents)
      select session_id, started_at,
             (select coalesce(max(seq), 0) + 1 from step
               where step.session_id = ended.session_id and step.started_at in (ended.started_at, '-infinity')),
             ends_at, 'ended', (extract(epoch from ends_at - started_at) / 60)::integer, 0
        from ended
  ), told as (
    insert into change (topic, city, zone_number, driver_id, ref) select 'session', city, zone_number, driver_id, session_id from ended
  ), notices as (
    insert into job (kind, ref, run_at)
      select kind, session_id, ends_at from ended, (values ('notice-receipt'), ('notice-ended')) as notice (kind)
    on conflict do nothing
  )
  select array_agg(session_id) into v_ended from ended;
  perform notices_cancel(v_ended);
  insert into job (kind, ref, run_at)
    select 'session-end', session_id, p_now + interval '1 second' from session_key join session using (session_id, started_at)
     where session_id = any(p_session_ids) and status = 'running' and ends_at <= p_now
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION parking_end_expired(p_session_id text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from session where session_id = p_session_id and started_at = session_started_at(p_session_id) for update;
  perform parking_end_due(array[p_session_id], p_now);
end $function$;

CREATE OR REPLACE FUNCTION parking_extend(p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb, p_session_id text, p_expected_ends_at timestamp with time zone, p_now timestamp with time zone, p_minutes integer, p_amount_cents integer, p_accounts text[], p_amounts integer[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_first jsonb;
  v_fee_cents integer := round((p_answer ->> 'ServiceFee')::numeric * 100);
  v_started_at timestamptz := (select started_at from session_key where session_id = p_session_id);
begin
  v_first := idempotency_claim(p_driver_id, p_key, p_call, p_hash, p_answer, p_now);
  if v_first is not null then return v_first; end if;

  -- Locks the job of the end before the session, in the order of that job itself: the other order would deadlock.
  -- Inserts it where the job failed and was put back.
  insert into job (kind, ref, run_at)
    select 'session-end', p_session_id, v_started_at + make_interval(mins => p_minutes) where v_started_at is not null
  on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  -- of the amount the fee is what the answer says beyond what was paid of it: the first paid minute brings it
  update session
     set ends_at = started_at + make_interval(mins => p_minutes),
         fee_cents = v_fee_cents, parking_cents = parking_cents + p_amount_cents - (v_fee_cents - fee_cents)
   where session_id = p_session_id and started_at = v_started_at and driver_id = p_driver_id
     and status = 'running' and ends_at = p_expected_ends_at and ends_at > p_now
     and moves + plate_changes = coalesce(jsonb_array_length(p_answer -> 'Changes'), 0);
  if not found then raise exception 'session moved' using errcode = 'PK001'; end if;
  update parking_right set ends_at = starts_at + make_interval(mins => p_minutes), as_of = p_now
   where kind = 'session' and ref = p_session_id;
  if cardinality(p_accounts) > 0 then
    perform ledger_post('extension', p_now, p_driver_id, p_session_id, null, p_accounts, p_amounts);
  end if;
  perform parking_step(p_session_id, p_now, 'extended', p_minutes, p_amount_cents);
  return p_answer;
end $function$;

CREATE OR REPLACE FUNCTION parking_make_way(p_driver_id uuid, p_plate_key text, p_now timestamp with time zone, p_ended text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  v_other parking_right;
begin
  select * into v_other from parking_right
   where driver_id = p_driver_id and plate_key = p_plate_key and kind = 'session' and state in ('pending', 'live');
  if v_other.state = 'live' and (v_other.ends_at > p_now or v_other.ref = p_ended) then
    raise exception 'already_parked' using errcode = 'PK000', detail = json_build_object(
      'Until', to_char(v_other.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'SessionId', v_other.ref,
      'Name', (select place ->> 'name' from session
                 where session_id = v_other.ref and started_at = v_other.starts_at))::text;
  elsif v_other.state = 'live' then
    perform parking_end_expired(v_other.ref, p_now);
    return v_other.ref;
  end if;
  update parking_right set state = 'void', as_of = p_now
   where kind = 'session' and ref = v_other.ref and state = 'pending';
  return p_ended;
end $function$;

CREATE OR REPLACE FUNCTION parking_pend(p_driver_id uuid, p_charge_key text, p_session_id text, p_plate_key text, p_city integer, p_zone_number text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- a second call with the same key finds the charge of the first one
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_plate_key, p_city, p_zone_number), 18));
  if exists (select from charge where driver_id = p_driver_id and key = p_charge_key) then return; end if;
  if (select count(*) from parking_right
       where city = p_city and plate_fold = plate_fold(p_plate_key) and plate_key = p_plate_key and zone_number = p_zone_number
         and kind = 'session' and ref <> p_session_id and paid_at is null and starts_at > p_now - interval '2 hours') >= 2
  then return; end if;
  update parking_right set state = 'void', as_of = p_now
   where driver_id = p_driver_id and plate_key = p_plate_key and kind = 'session' and state = 'pending' and ref <> p_session_id;
  insert into parking_right (kind, ref, city, zone_number, plate_key, plate_fold, driver_id, state, starts_at, ends_at, as_of)
    values ('session', p_session_id, p_city, p_zone_number, p_plate_key, plate_fold(p_plate_key), p_driver_id, 'pending',
            p_now, p_now + interval '10 minutes', p_now)
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION parking_pend(p_driver_id uuid, p_charge_key text, p_session_id text, p_plate_key text, p_zone_number text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  select parking_pend(p_driver_id, p_charge_key, p_session_id, p_plate_key, 1, p_zone_number, p_now)
$function$;

CREATE OR REPLACE FUNCTION parking_require_return(p_driver_id uuid, p_plate_key text, p_city integer, p_zone_number text, p_no_return_minutes integer, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_allowed_from timestamptz;
begin
  if p_no_return_minutes is null then return; end if;
  select max(left_at) + make_interval(mins => p_no_return_minutes) into v_allowed_from from (
    select ended_at as left_at from session
     where driver_id = p_driver_id and plate_key = p_plate_key and city = p_city and zone_number = p_zone_number
       and status = 'ended' and not free_cancel
       -- no stay is longer than a week: four times as far back, and no further
       and started_at > p_now - make_interval(days => 28, mins => p_no_return_minutes)
    union all
    select to_at from segment
     where driver_id = p_driver_id and plate_key = p_plate_key and city = p_city and zone_number = p_zone_number) as stays;
  if v_allowed_from > p_now then
    raise exception 'no_return' using errcode = 'PK000', detail = json_build_object(
      'AllowedFrom', to_char(v_allowed_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION parking_require_return(p_driver_id uuid, p_plate_key text, p_zone_number text, p_no_return_minutes integer, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  select parking_require_return(p_driver_id, p_plate_key, 1, p_zone_number, p_no_return_minutes, p_now)
$function$;

CREATE OR REPLACE FUNCTION parking_start(p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb, p_session jsonb, p_accounts text[], p_amounts integer[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_first jsonb;
  v_new session := jsonb_populate_record(null::session, p_session);
  -- a server of the version before knows one city
  v_city integer := coalesce(v_new.city, 1);
  v_expired text;
begin
  v_first := idempotency_claim(p_driver_id, p_key, p_call, p_hash, p_answer, v_new.started_at);
  if v_first is not null then return v_first; end if;

  -- A card start was pending until now; it may have been voided meanwhile.
  if v_new.method_id is not null then
    delete from parking_right where kind = 'session' and ref = v_new.session_id and state in ('pending', 'void');
  end if;
  -- One right per plate within one account: others neither block it nor are mentioned. What is over ends first, and a card start that
  -- is pending gives way.
  loop
    insert into parking_right (kind, ref, city, zone_number, plate_key, plate_fold, driver_id, state, starts_at, ends_at, paid_at, as_of)
      values ('session', v_new.session_id, v_city, v_new.zone_number, v_new.plate_key, plate_fold(v_new.plate_key), p_driver_id, 'live',
              v_new.started_at, v_new.ends_at, v_new.started_at, v_new.started_at)
    on conflict (driver_id, plate_key) where kind = 'session' and state in ('pending', 'live') do nothing;
    exit when found;
    v_expired := parking_make_way(p_driver_id, v_new.plate_key, v_new.started_at, v_expired);
  end loop;

  -- again now that the right is taken, which waits for a stop of this plate that is under way
  perform parking_require_return(p_driver_id, v_new.plate_key, v_city, v_new.zone_number, (p_session ->> 'no_return_minutes')::integer,
                                 v_new.started_at);

  insert into session_key (session_id, started_at, city) values (v_new.session_id, v_new.started_at, v_city);
  insert into session (session_id, driver_id, vehicle_id, plate_key, vehicle, place, city, zone_number, tariff_id, tariff_version, status,
                       started_at, ends_at, parking_cents, fee_cents, paid_via, auto_session, auto_extended, method_id, payment,
                       rule_book_id, rule_book_version, rules_as_of, facts)
    values (v_new.session_id, p_driver_id, v_new.vehicle_id, v_new.plate_key, v_new.vehicle, v_new.place, v_city, v_new.zone_number,
            v_new.tariff_id, v_new.tariff_version, 'running', v_new.started_at, v_new.ends_at, v_new.parking_cents,
            v_new.fee_cents, v_new.paid_via, v_new.auto_session, v_new.auto_extended, v_new.method_id, v_new.payment,
            v_new.rule_book_id, v_new.rule_book_version, v_new.rules_as_of, coalesce(v_new.facts, '{"spaceKind": "general", "vehicleKind": "car", "holds": []}'));

  -- the fare, the history, the job of its end
  if cardinality(p_accounts) > 0 then
    perform ledger_post('fare', v_new.started_at, p_driver_id, v_new.session_id, null, p_accounts, p_amounts);
  end if;
  insert into step (session_id, started_at, seq, at, kind, minutes, amount_cents)
    values (v_new.session_id, v_new.started_at, 1, v_new.started_at, 'started',
    (extract(epoch from v_new.ends_at - v_new.started_at) / 60)::integer, v_new.parking_cents + v_new.fee_cents);
  insert into job (kind, ref, run_at) values ('session-end', v_new.session_id, v_new.ends_at);
  return p_answer;
end $function$;

CREATE OR REPLACE FUNCTION parking_step(p_session_id text, p_at timestamp with time zone, p_kind text, p_minutes integer, p_amount_cents integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_started_at timestamptz := (select started_at from session_key where session_id = p_session_id);
begin
  insert into step (session_id, started_at, seq, at, kind, minutes, amount_cents)
  select p_session_id, v_started_at, coalesce(max(seq), 0) + 1, p_at, p_kind, p_minutes, p_amount_cents
    from step where session_id = p_session_id and started_at in (v_started_at, '-infinity');
end $function$;

CREATE OR REPLACE FUNCTION parking_stop(p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb, p_session_id text, p_expected_ends_at timestamp with time zone, p_now timestamp with time zone, p_minutes integer, p_refund_cents integer, p_kind text, p_accounts text[], p_amounts integer[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_first jsonb;
  v_started_at timestamptz := (select started_at from session_key where session_id = p_session_id);
begin
  v_first := idempotency_claim(p_driver_id, p_key, p_call, p_hash, p_answer, p_now);
  if v_first is not null then return v_first; end if;

  -- the job of the end before the session, in the order of that job itself: the other order would deadlock
  delete from job where kind = 'session-end' and ref = p_session_id;
  update session set status = 'ended', ended_at = p_now, refunded_cents = p_refund_cents, free_cancel = p_kind = 'cancelled'
   where session_id = p_session_id and started_at = v_started_at and driver_id = p_driver_id
     and status = 'running' and ends_at = p_expected_ends_at and ends_at > p_now
     and moves + plate_changes = coalesce(jsonb_array_length(p_answer -> 'Changes'), 0);
  if not found then raise exception 'session moved' using errcode = 'PK001'; end if;
  update parking_right set state = 'left', ends_at = p_now, as_of = p_now where kind = 'session' and ref = p_session_id;
  if cardinality(p_accounts) > 0 then
    perform ledger_post(p_kind, p_now, p_driver_id, p_session_id, null, p_accounts, p_amounts);
  end if;
  perform parking_step(p_session_id, p_now, 'stopped', p_minutes, -p_refund_cents);
  return p_answer;
end $function$;

CREATE OR REPLACE FUNCTION parking_stop_free(p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb, p_session_id text, p_expected_ends_at timestamp with time zone, p_now timestamp with time zone, p_minutes integer, p_refund_cents integer, p_accounts text[], p_amounts integer[], p_plate_key text, p_zone_number text, p_since timestamp with time zone, p_early interval, p_most_of_account integer, p_most_of_plate integer)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_city integer := (select city from session where session_id = p_session_id and started_at = session_started_at(p_session_id));
begin
  perform pg_advisory_xact_lock(hashtextextended(p_driver_id::text, 16));
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_plate_key, v_city, p_zone_number), 17));
  -- a statement of its own: it sees what was committed while this one waited
  if not free_cancel_left(p_driver_id, p_plate_key, v_city, p_zone_number, p_since, p_early, p_most_of_account, p_most_of_plate)
  then return null; end if;
  return parking_stop(p_driver_id, p_key, p_call, p_hash, p_answer, p_session_id, p_expected_ends_at, p_now, p_minutes,
                      p_refund_cents, 'cancelled', p_accounts, p_amounts);
end $function$;

CREATE OR REPLACE FUNCTION partition_add(p_table text, p_name text, p_bound text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_text text;
begin
  execute format('create table %I (like %I including all)', p_name, p_table);
  execute format('revoke all on %I from parkit_app', p_name);
  if p_table = 'session' then
    -- a change of a session finds room beside it; see migrations 0056 and 202611230753
    execute format('alter table %I set (fillfactor = 85), alter vehicle set statistics 0, alter place set statistics 0', p_name);
  end if;
  for v_text in select regexp_replace(pg_get_triggerdef(oid), ' ON (public\.)?' || p_table || ' ', format(' ON %I ', p_name))
                  from pg_trigger where tgrelid = p_table::regclass and not tgisinternal and tgtype & 1 = 0 loop
    execute v_text;
  end loop;
  execute format('alter table %I attach partition %I %s', p_table, p_name, p_bound);
  if p_table = 'posting' then
    select entry.relname into v_text
      from pg_class as posting, pg_inherits join pg_class as entry on entry.oid = inhrelid
     where posting.oid = p_name::regclass and inhparent = 'entry'::regclass
       and pg_get_expr(entry.relpartbound, entry.oid) = pg_get_expr(posting.relpartbound, posting.oid);
    execute format('alter table %I add constraint posting_entry_id_fkey foreign key (entry_id) references %I (entry_id)', p_name, v_text);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION partition_archive(p_table text, p_month text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_tables text[] := case p_table when 'session' then array['session', 'step'] else array[p_table] end;
  v_month text := p_table || '_' || p_month;
  v_table text;
  v_locked text;
  v_open text;
begin
  create schema if not exists archive;
  if p_table = 'session' then
    -- the whole month is read before anybody waits: neither comes back
    execute format($check$
      select case
        when exists (select from %1$I where status in ('pending', 'running') or payment = 'pending')
          then 'a session runs or is not paid yet'
        when exists (select from %1$I where plate_key not like 'hashed %%' and plate_key not like 'erased %%')
          then 'a plate is not hashed yet' end $check$, v_month) into v_open;
    if v_open is not null then return v_open; end if;
  end if;

  -- what a row refers to as well, for to detach a partition locks it
  select 'only ' || string_agg(format('%I', name), ', only ') into v_locked from (
    select distinct pg_class.relname from pg_constraint join pg_class on pg_class.oid = confrelid
     where contype = 'f' and conrelid = any(v_tables::regclass[])
    union select unnest(array[name, name || '_' || p_month, 'archived_' || name]) from unnest(v_tables) as name) as each (name);
  for v_attempt in 1..100 loop
    begin
      set local lock_timeout = '100ms';
      execute format('lock table %s in access exclusive mode', v_locked);
      exit;
    exception when lock_not_available then
      if v_attempt = 100 then return 'its tables were in use whenever it was tried'; end if;
    end;
    perform pg_sleep(0.05);
  end loop;

  execute format(case p_table when 'session' then $check$
      select case
        when exists (
          select from (
            -- what is under way has its job
            select session_id from job join refund on refund_id = ref::uuid where job.kind = 'refund'
            union all select session_id from job join charge on charge_id = ref::uuid where job.kind in ('charge', 'capture')
            union all select session_id from dispute join charge using (charge_id) where dispute.state = 'open'
            union all select subject from proposal where state = 'open') as open join %1$I using (session_id))
          then 'a payment, a refund, or a dispute is under way' end $check$
    else $check$
      select case
        when exists (
          select from conversation join chat_message_key as said using (conversation_id) join %1$I using (message_id, said_at)
           where (told_seq > read_seq and said.sender = 'support' and said.seq > read_seq)
              or (said_seq > closed_seq and said.sender = 'driver' and said.seq > closed_seq))
          then 'a message is unread, or its conversation open' end $check$ end, v_month) into v_open;
  if v_open is not null then return v_open; end if;

  foreach v_table in array v_tables loop
    v_month := v_table || '_' || p_month;
    execute format('alter table %I detach partition %I', v_table, v_month);
    execute format('alter table %I set schema archive', v_month);
    execute format('alter table archive.%I inherit %I', v_month, 'archived_' || v_table);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION partitions_cut(p_tables text[], p_bounds text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  v_table text;
  v_key text;
  v_type text;
  v_from text;
  v_to text;
  v_bounds text[];
  v_last text;
  v_name text;
begin
  select attname, format_type(atttypid, null), substring(pg_get_expr(relpartbound, last.oid) from $re$FROM \('?([^')]+)$re$)
    into v_key, v_type, v_from
    from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0], pg_class as last
   where partrelid = p_tables[1]::regclass and last.oid = (p_tables[1] || '_later')::regclass;
  execute format('select array_agg(bound order by bound::%1$s) from unnest($1) as bound where bound::%1$s > $2::%1$s', v_type)
    into v_bounds using p_bounds, v_from;
  if v_bounds is null then return; end if;

  -- first those that they refer to, which a new partition locks, and which payments write before: the other order would deadlock
  select string_agg(distinct confrelid::regclass::text, ', ') into v_name from pg_constraint
   where contype = 'f' and conrelid = any(p_tables::regclass[]) and confrelid <> all(p_tables::regclass[])
     and not (select relispartition from pg_class where oid = confrelid);
  if v_name is not null then execute format('lock table %s in share row exclusive mode', v_name); end if;
  execute format('lock table only %s in access exclusive mode', array_to_string(p_tables, ', only '));
  foreach v_table in array p_tables loop
    execute format('select greatest(max(%I), $1::%s)::text from %I', v_key, v_type, v_table || '_later') into v_last using v_last;
  end loop;
  foreach v_table in array array(select name from unnest(p_tables) with ordinality as listed (name, n) order by n desc) loop
    -- an empty one is made anew: to detach and attach one locks whatever it refers to against readers too
    if v_last is null then execute format('drop table %I', v_table || '_later');
    else execute format('alter table %I detach partition %I', v_table, v_table || '_later'); end if;
  end loop;
  if v_last is not null then
    execute format('select array_agg(bound order by bound::%1$s) from unnest($1) as bound where bound::%1$s > $2::%1$s', v_type)
      into v_bounds using v_bounds, v_last;
  end if;
  -- without a bound after its rows it goes on as it was
  foreach v_to in array coalesce(v_bounds, array[]::text[]) loop
    v_name := case when v_type = 'bigint' then (v_from::bigint / 20000000)::text else to_char(v_from::timestamptz, 'YYYYMM') end;
    foreach v_table in array p_tables loop
      if v_last is not null then
        execute format('alter table %I rename to %I', v_table || '_later', v_table || '_' || v_name);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', v_table, v_table || '_' || v_name, v_from, v_to);
      else
        perform partition_add(v_table, v_table || '_' || v_name, format('for values from (%L) to (%L)', v_from, v_to));
      end if;
    end loop;
    v_last := null;
    v_from := v_to;
  end loop;
  foreach v_table in array p_tables loop
    if to_regclass(v_table || '_later') is null then
      perform partition_add(v_table, v_table || '_later', format('for values from (%L) to (maxvalue)', v_from));
    else
      execute format('alter table %I attach partition %I for values from (%L) to (maxvalue)', v_table, v_table || '_later', v_from);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION partitions_roll(p_now timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  v_name text;
  v_kept timestamptz := date_trunc('month', p_now) - interval '24 months';
  v_next bigint := (select last_value / 20000000 + 1 from entry_entry_id_seq);
  v_months text[] := array(
    select (date_trunc('month', p_now) + make_interval(months => ahead))::text from generate_series(1, 2) as ahead);
begin
  -- before anything that payments wait for is locked
  for v_name in
    select oid::regclass::text from pg_inherits join pg_class on oid = inhrelid where inhparent = 'zone_count_hour'::regclass
       and substring(pg_get_expr(relpartbound, oid) from $re$TO \('([^']+)'\)$re$)::timestamptz <= v_kept loop
    execute format('drop table %I', v_name);
  end loop;
  delete from zone_count_hour where hour < v_kept;
  perform partitions_cut(array['zone_count_hour'], v_months);
  perform partitions_cut(array['chat_message'], v_months);
  -- in the order of a start, for another one would deadlock
  perform partitions_cut(array['session', 'step'], v_months);
  perform partitions_cut(array['entry', 'posting'], array[v_next * 20000000, (v_next + 1) * 20000000]::text[]);
end $function$;

CREATE OR REPLACE FUNCTION plate_fold(p_plate_key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(translate(substring(p_plate_key from '[A-Z0-9]+$'), 'ODQIZSBG', '00012586'), '')
$function$;

CREATE OR REPLACE FUNCTION refund_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change (topic, driver_id, ref) values ('money', new.driver_id, new.refund_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION reminder_plan(p_session session, p_after timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into job (kind, ref, run_at)
    select kind, p_session.session_id, p_session.ends_at - make_interval(mins => lead)
      from (select) as one left join reminder_time on reminder_time.driver_id = p_session.driver_id,
           lateral (values ('notice-ends15', coalesce(first_minutes, 15)), ('notice-ends5', coalesce(last_minutes, 5)))
             as reminder (kind, lead)
     where p_session.ends_at - make_interval(mins => lead) > p_after
  on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0
$function$;

CREATE OR REPLACE FUNCTION reminder_set(p_driver_id uuid, p_first_minutes integer, p_last_minutes integer, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_session session;
begin
  insert into reminder_time (driver_id, first_minutes, last_minutes) values (p_driver_id, p_first_minutes, p_last_minutes)
  on conflict (driver_id) do update set first_minutes = excluded.first_minutes, last_minutes = excluded.last_minutes;
  -- locked: an extension at the same time moves them before or after this
  for v_session in
    select session.* from parking_right as live join session on session_id = ref and started_at = starts_at
     where live.driver_id = p_driver_id and kind = 'session' and state = 'live' order by session_id for update of session
  loop
    delete from job where (kind, ref) in
      (select kind, ref from job
        where kind in ('notice-ends15', 'notice-ends5') and ref = v_session.session_id for update skip locked);
    perform reminder_plan(v_session, p_now);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION rule_book_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = 'withdrawn' or old.state = 'approved' and (
       new.state <> 'withdrawn' or new.withdrawn_at >= old.in_force_from
       or (new.name, new.in_force_from, new.book, new.digest, new.published_at)
          is distinct from (old.name, old.in_force_from, old.book, old.digest, old.published_at)) then
    raise exception 'version % of rule book % is %: it stays as it is', old.version, old.book_id, old.state;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION rules_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change (topic, city) select distinct 'rules', city from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION session_capture()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_left integer := new.parking_cents + new.fee_cents - new.refunded_cents;
  v_charge charge;
begin
  for v_charge in
    select * from charge where session_id = new.session_id and state = 'held' order by asked_at, charge_id for update
  loop
    update charge set state = 'capturing', capture_cents = least(v_left, v_charge.amount_cents)
     where charge_id = v_charge.charge_id;
    v_left := v_left - least(v_left, v_charge.amount_cents);
    insert into job (kind, ref, run_at) values ('capture', v_charge.charge_id, new.ended_at)
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  end loop;
  if v_left > 0 then raise exception 'No card holds % cents of session %', v_left, new.session_id; end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION session_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change (topic, city, zone_number, driver_id, ref)
    values ('session', new.city, new.zone_number, new.driver_id, new.session_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION session_changes(p_session_id text, p_zone_number text, p_vehicle jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  with before as (
    select seq, to_at, kind, zone_number as from_zone, lead(zone_number, 1, p_zone_number) over w as to_zone,
           coalesce(vehicle ->> 'PlateNumber', '') as from_plate, vehicle ->> 'PlateState' as from_state,
           coalesce(lead(vehicle, 1, p_vehicle) over w ->> 'PlateNumber', '') as to_plate,
           lead(vehicle, 1, p_vehicle) over w ->> 'PlateState' as to_state
      from segment where session_id = p_session_id window w as (order by seq))
  select jsonb_agg(jsonb_build_object(
           'At', to_char(to_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'Kind', kind,
           -- the same letters of another state
           'From', case when kind = 'moved' then from_zone when from_plate = to_plate then concat_ws(', ', from_plate, from_state) else from_plate end,
           'To', case when kind = 'moved' then to_zone when from_plate = to_plate then concat_ws(', ', to_plate, to_state) else to_plate end)
           order by seq) from before
$function$;

CREATE OR REPLACE FUNCTION session_plan_extension()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if auto_extend_wanted(new) then perform auto_extend_plan(new); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION session_plan_notices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'running' then
    perform reminder_plan(new, new.started_at);
    -- for browsers that show the time left: now, and then as long as it runs
    insert into job (kind, ref, run_at)
      select 'notice-countdown', new.session_id, new.started_at
       where exists (select from push_subscription where driver_id = new.driver_id and countdown)
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
    if tg_op = 'UPDATE' and old.status = 'running' and new.ends_at > old.ends_at then
      insert into job (kind, ref, run_at) values ('notice-extended', new.session_id, new.started_at)
      on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
    end if;
  elsif tg_op = 'UPDATE' and old.status = 'running' and new.status = 'ended' and new.ended_at < new.ends_at then
    perform notices_cancel(array[new.session_id]);
    insert into job (kind, ref, run_at)
      select kind, new.session_id, new.ended_at from (values ('notice-receipt'), ('notice-countdown')) as notice (kind)
       where kind = 'notice-receipt' or exists (select from push_subscription where driver_id = new.driver_id and countdown)
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION session_started_at(p_session_id text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return (select started_at from session_key where session_id = p_session_id);
end $function$;

CREATE OR REPLACE FUNCTION standbys(OUT required boolean, OUT confirming integer)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select current_setting('synchronous_standby_names') <> '',
         case when pg_has_role('pg_read_all_stats', 'usage')
              then (select count(*)::integer from pg_stat_replication
                     where state = 'streaming' and sync_state in ('sync', 'quorum')) end
$function$;

CREATE OR REPLACE FUNCTION token_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change (topic, driver_id) select distinct 'sign_in', driver_id from ended;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION top_up_watch()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from top_up join driver using (driver_id)
              where top_up.driver_id = new.driver_id and is_on and new.balance_after_cents < min_balance_cents) then
    insert into job (kind, ref, run_at)
      select 'top-up', new.driver_id, at from entry where entry_id = new.entry_id and kind <> 'withdrawal'
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION wallet_lock(p_driver_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into wallet (driver_id) values (p_driver_id) on conflict do nothing;
  return (select balance_cents from wallet where driver_id = p_driver_id for update);
end $function$;

CREATE OR REPLACE FUNCTION zone_history_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new is not distinct from old then
    return null;
  end if;
  insert into zone_history (city, zone_number, version, row, until)
    values (old.city, old.zone_number, old.version, to_jsonb(old), clock_timestamp());
  new.version := old.version + 1;
  new.changed_at := clock_timestamp();
  return new;
end $function$;
