import { type Static, type TSchema, Type } from 'typebox';
import { RefusalDetail } from './route.ts';

const ErrorType = Type.Enum(
  ['authentication_error', 'permission_error', 'rate_limit_error', 'invalid_request_error', 'server_error'],
  { description: 'By the status' },
);

export type OpenAiErrorType = Static<typeof ErrorType>;

/** The body of a refusal where clients of OpenAI's API call: they read `error`, everyone else `detail`. */
export const OpenAiRefusal: TSchema = Type.Object(
  {
    detail: RefusalDetail,
    error: Type.Object(
      {
        message: Type.String({ description: 'The same as detail.message' }),
        type: ErrorType,
        param: Type.Union([Type.String(), Type.Null()], { description: 'The first faulty field' }),
        code: Type.String({ description: 'The same as detail.error' }),
      },
      { description: 'The refusal as OpenAI’s API writes it' },
    ),
  },
  { description: 'The request was refused' },
);
