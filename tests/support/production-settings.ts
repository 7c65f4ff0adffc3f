/** What a production app cannot start without, apart from its secrets and its payment provider. */
export const PRODUCTION = {
  APP_ENV: "production",
  PUBLIC_ORIGIN: "https://loop.example",
  COMPANY_EMAIL: "hello@loop.example",
  SMTP_URL: "smtps://loop:password@mail.example:465",
  MAIL_FROM: "hello@loop.example",
  S3_BUCKET: "loop",
  S3_REGION: "eu-west-2",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
};

/** Keys with which cards are really charged. */
export const LIVE_PAYMENTS = { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_live_1" };
