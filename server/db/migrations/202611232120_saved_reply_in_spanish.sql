-- Saved replies of the desk in Spanish too.
alter table canned_answer
  add column text_es text check (length(text_es) between 1 and 2000),
  drop constraint canned_answer_check,
  add constraint canned_answer_check check (text is not null or text_es is not null or text_hi is not null);
