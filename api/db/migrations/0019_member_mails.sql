ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_order";--> statement-breakpoint
CREATE INDEX "mails_asked" ON "mails" USING btree ("asked_by","created_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('approval', 'refund', 'invoice', 'password', 'passwordChanged'));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_order" CHECK (("mails"."kind" in ('password', 'passwordChanged')) = ("mails"."order_id" is null));