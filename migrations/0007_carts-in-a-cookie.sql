DROP TABLE `cart_lines`;--> statement-breakpoint
DROP TABLE `carts`;