-- The driver's photo, and accounts that were deleted: the driver's row stays for the books and names nobody.

create table driver_photo (
  driver_id uuid primary key references driver (driver_id) on delete cascade,
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes bytea not null check (length(bytes) between 1 and 2097152),
  -- SHA-256 of the bytes: another photo has another address
  digest bytea not null check (length(digest) = 32)
);

alter table driver add column erased_at timestamptz;
alter table driver alter column phone drop not null;
alter table driver alter column user_name drop not null;
alter table driver add constraint driver_named_or_erased check (
  case when erased_at is null then phone is not null and user_name is not null
  else coalesce(phone, user_name, email, password_hash) is null
    and first_name || last_name || address_line_1 || address_line_2 || city || state || zip_code = '' end
);

-- A call that was under way when the account was deleted leaves nothing behind: it waits for the deletion, then fails.
create function driver_refuse_erased() returns trigger language plpgsql as $$
begin
  perform from driver where driver_id = new.driver_id and erased_at is null for key share;
  if not found then
    raise exception 'unauthorized' using errcode = 'PK000';
  end if;
  return new;
end $$;
create trigger not_for_erased before insert on token for each row execute function driver_refuse_erased();
create trigger not_for_erased before insert on vehicle for each row execute function driver_refuse_erased();
create trigger not_for_erased before insert on session for each row execute function driver_refuse_erased();
create trigger not_for_erased before insert on charge for each row execute function driver_refuse_erased();
create trigger not_for_erased before insert on feedback for each row execute function driver_refuse_erased();
create trigger not_for_erased before insert on parking_options for each row execute function driver_refuse_erased();
create trigger not_for_erased before insert on driver_photo for each row execute function driver_refuse_erased();
create trigger not_for_erased before insert on card_customer for each row execute function driver_refuse_erased();
