CREATE TABLE "secret_mark" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "secret_mark_only_row" CHECK ("secret_mark"."is_only_row")
);
