-- An e-mail is the account's only once a link or a code sent to it was used: until then it is `unconfirmed_email`, which two
-- accounts may have, and the phone is the user name. `is_link` tells the link that confirms it from a code: it lives for days.
alter table driver
  add column unconfirmed_email text check (unconfirmed_email <> ''),
  add column email_links_sent smallint not null default 0,
  add constraint driver_one_email check (email is null or unconfirmed_email is null),
  add constraint driver_erased_unconfirmed check (erased_at is null or unconfirmed_email is null);
alter table challenge add column is_link boolean not null default false;

-- A phone was always stored by its code. Of e-mails, those with a code that was used and is still known are confirmed.
update driver set unconfirmed_email = email, email = null, user_name = phone
 where email is not null and not exists (
   select from challenge
    where challenge.driver_id = driver.driver_id and channel = 'mail' and used_at is not null
      and destination in (email, user_name));
