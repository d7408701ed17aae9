-- Quick park knows a vehicle by its plate and state alone; make, model, color and year may stay empty until they are edited (D-88).

alter table vehicle drop constraint vehicle_make_check;
alter table vehicle drop constraint vehicle_model_check;
alter table vehicle drop constraint vehicle_color_check;
alter table vehicle alter column year drop not null;
-- either a whole vehicle or a plate
alter table vehicle add constraint vehicle_whole_or_plate check (
  (make <> '' and model <> '' and color <> '' and year is not null)
  or (make = '' and model = '' and color = '' and year is null)
);
