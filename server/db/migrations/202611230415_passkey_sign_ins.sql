-- Which passkey a driver signed in with: removing the passkey ends those sign-ins. A null: by password or code, or before this.
alter table token add column credential_id bytea references passkey on delete set null;
create index token_passkey on token (credential_id) where credential_id is not null;
