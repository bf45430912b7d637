import SerializerSelector from '@fastify/fast-json-stringify-compiler';

/**
 * Fastify's own serialisers, each built for the first answer that needs it. Fastify builds one for every
 * response schema of every route when an app starts, and most answers here are sent as bytes (`sendJson`) or
 * are refusals that few callers ever see: a third of a start.
 */
export const buildSerializer: SerializerSelector.SerializerFactory = (externalSchemas, options) => {
  const build = SerializerSelector()(externalSchemas, options);
  return (route) => {
    let serialize: SerializerSelector.Serializer | undefined;
    return (answer) => {
      serialize ??= build(route);
      return serialize(answer);
    };
  };
};
