-- Keys that were given these scopes before they had operations keep them without effect, until somebody turns them on.
CALL hold_back_scopes('calendar:read', 'calendar:write');
