-- Until when an authorization can be captured, as the provider says, and what a session's charge is called on the statement.
alter table charge add column capture_before timestamptz, add column statement text;
