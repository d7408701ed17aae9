-- Places say what a source knows of access to them: a space for a van with a ramp, no steps, level ground, and a pay station within reach.
alter table zone
  drop constraint zone_features_check,
  add constraint zone_features_check
    check (features <@ array['ev', 'covered', 'accessible', 'van', 'step_free', 'level', 'reachable_pay_station']);
