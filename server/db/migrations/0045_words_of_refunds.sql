-- What staff wrote about those who have deleted their accounts is not kept with what was paid back.

update refund set reason = '' from driver
 where driver.driver_id = refund.driver_id and erased_at is not null and purpose = 'session';
