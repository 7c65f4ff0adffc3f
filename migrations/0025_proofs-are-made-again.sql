-- The pages of a proof are pictures with a list, which older proofs lack. For years still being written these count as
-- proofs of an older version from now on: their owner is offered to make the proof again, which also takes the old files away.
UPDATE `book_files` SET `content_version` = -1 - `content_version`
WHERE `state` = 'ready' AND `loop_id` IN (SELECT `id` FROM `loops` WHERE `status` = 'ACTIVE');
