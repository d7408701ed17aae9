-- Claims an idempotency key: null the first time, else the first answer. Waits for another transaction that is claiming
-- it. Raises idempotency_conflict where the key was used with other input.
create or replace function idempotency_claim(
  p_caller_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb, p_at timestamptz
) returns jsonb language plpgsql as $$
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
end $$;
