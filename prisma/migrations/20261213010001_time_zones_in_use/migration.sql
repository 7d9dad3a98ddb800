-- The start and the doctor compare Node's and PostgreSQL's offsets in these (decision 0131).
CREATE FUNCTION list_time_zones() RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN QUERY SELECT DISTINCT o.timezone FROM "Organization" o ORDER BY 1;
END $$;
CALL run_as_definer('list_time_zones()');
