-- Cancels the notices that the end of these sessions makes pointless. Skips one that is being sent now: its job reads the session itself.
create or replace function notices_cancel(p_session_ids text[]) returns void language sql as $$
  delete from job where (kind, ref) in
    (select kind, ref from job
      where kind in ('notice-ends15', 'notice-ends5', 'notice-extended', 'notice-countdown') and ref = any(p_session_ids) for update skip locked)
$$;
