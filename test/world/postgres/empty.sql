-- Lets a test empty a database that another test used. What makes a database of the tests is run once, in their template.
CREATE SCHEMA test_world;

-- All that a migration makes: it has to be unchanged. ANALYZE counts, because statistics choose the plans of a later test.
CREATE FUNCTION test_world.shape() RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ',
    (SELECT concat(count(*), '/', sum(oid::bigint)) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
    (SELECT concat(count(*), '/', sum(oid::bigint)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
    (SELECT concat(count(*), '/', sum(oid::bigint)) FROM pg_trigger WHERE NOT tgisinternal),
    (SELECT count(*) FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace AND NOT attisdropped),
    (SELECT count(*) FROM pg_statistic JOIN pg_class ON pg_class.oid = starelid
      WHERE relnamespace = 'public'::regnamespace))
$$;
CREATE TABLE test_world.kept_shape AS SELECT test_world.shape() AS shape;

CREATE TABLE test_world.kept_sequences AS
  SELECT sequencename AS name, last_value FROM pg_sequences WHERE schemaname = 'public';

-- The rows that migrations write.
DO $$
DECLARE written name;
BEGIN
  FOR written IN
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
  LOOP
    EXECUTE format('CREATE TABLE test_world.%I AS TABLE public.%I', 'rows_of_' || written, written);
  END LOOP;
END $$;

-- Without triggers, because rows refer to others that are deleted as well.
CREATE FUNCTION test_world.empty() RETURNS boolean LANGUAGE plpgsql SET session_replication_role = replica AS $$
DECLARE
  small name;
  written text;
  kept name;
  sequence record;
BEGIN
  IF test_world.shape() <> (SELECT shape FROM test_world.kept_shape) THEN
    RETURN false;
  END IF;
  -- TRUNCATE makes new files for a table and each of its indexes. Deleting the rows of one page takes a tenth of that time.
  FOR small IN
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) = 8192
  LOOP
    EXECUTE format('DELETE FROM public.%I', small);
  END LOOP;
  SELECT string_agg(format('public.%I', relname), ', ') INTO written FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 8192;
  IF written IS NOT NULL THEN
    -- Some refer to others, which are empty.
    EXECUTE format('TRUNCATE %s CASCADE', written);
  END IF;
  FOR kept IN
    SELECT relname FROM pg_class
    WHERE relnamespace = 'test_world'::regnamespace AND relkind = 'r' AND starts_with(relname, 'rows_of_')
  LOOP
    EXECUTE format('INSERT INTO public.%I TABLE test_world.%I', substr(kept, length('rows_of_') + 1), kept);
  END LOOP;
  FOR sequence IN
    SELECT sequencename, kept_sequences.last_value, start_value
    FROM pg_sequences JOIN test_world.kept_sequences ON name = sequencename
    WHERE schemaname = 'public' AND pg_sequences.last_value IS DISTINCT FROM kept_sequences.last_value
  LOOP
    PERFORM setval(format('public.%I', sequence.sequencename), coalesce(sequence.last_value, sequence.start_value),
      sequence.last_value IS NOT NULL);
  END LOOP;
  RETURN true;
END $$;
